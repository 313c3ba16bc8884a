// The first script of the page: checks whether the game can start here. tools/build.py writes it into index.html.
// - In a frame of another page, or in a browser that cannot run the game, it stops loading and shows a sentence instead.
// - While the HTML is loading, it reports if no more data arrives, or if the page ends too early.
// It is ES5, so that every browser can parse it. It contains its own texts, because the page's Python may never run.
(function () {
  var TEXTS = {}; // by language; tools/build.py fills them in
  var STALL_MS = 8000; // how long no new data may arrive before the page reports it
  var TRY_MODULE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11]; // a wasm module with a try block, for WebAssembly.validate
  var root = document.documentElement;
  var parsedSize = 0; // the result of measure() a second ago
  var grewAt = Date.now(); // when parsedSize last grew, because a busy browser runs timers late
  var note; // the element with the line at the foot of the page, if one is shown

  // The text with the key "ui.start." + name, in the language of the address (?lang=) or of the browser, else in English.
  function say(name) {
    var asked = /[?&]lang=([\w-]+)/.exec(location.search);
    var language = (asked && asked[1]) || navigator.language || "";
    return (TEXTS[language] || TEXTS[language.split("-")[0]] || TEXTS.en)["ui.start." + name];
  }

  // README.md lists the oldest browsers that pass. Most browsers got light-dark() after the other features here.
  function isSupported() {
    try {
      return (
        (isWasmOff() || WebAssembly.validate(new Uint8Array(TRY_MODULE))) &&
        typeof crypto.getRandomValues === "function" &&
        typeof Worker === "function" &&
        CSS.supports("color", "light-dark(red, red)") &&
        CSS.supports("selector(:has(a))")
      );
    } catch (missing) {
      return false;
    }
  }

  // Whether WebAssembly is switched off: the iPhone's Lockdown Mode and other strict modes remove it, or forbid to compile.
  function isWasmOff() {
    try {
      return !new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    } catch (forbidden) {
      return true;
    }
  }

  function add(parent, tag, text) {
    var element = parent.appendChild(document.createElement(tag));
    element.textContent = text;
    return element;
  }

  // Stops loading the page and shows a sentence instead. Returns an empty paragraph below the sentence.
  function refuse(name) {
    if (window.stop) window.stop();
    root.innerHTML = '<head><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head><body></body>';
    document.title = "Chickenfoot";
    root.style.cssText = "color-scheme:light dark";
    document.body.style.cssText = "font:1.2rem/1.4 system-ui,sans-serif;max-width:30em;margin:15vh auto;padding:1em";
    add(document.body, "h1", document.title);
    add(document.body, "p", say(name));
    return add(document.body, "p", "");
  }

  function addReloadButton(parent) {
    var button = add(parent, "button", say("retry"));
    button.style.cssText = "min-height:44px;padding:0 1em;font:inherit;color:inherit;background:none;border:1px solid;border-radius:1em";
    button.onclick = function () {
      location.reload();
    };
  }

  // Shows a line at the foot of the page. The page's <link rel=expect> delays painting until the page is complete, so it is removed.
  function show(name) {
    var waiting = document.querySelector("link[rel=expect]");
    if (waiting) waiting.parentNode.removeChild(waiting);
    note = add(document.body, "div", say(name) + " ");
    note.id = "page-note";
    note.setAttribute("role", "alert");
    note.style.cssText = "position:fixed;inset:auto 0 0;z-index:9;padding:1em;font:1.1rem/1.4 system-ui,sans-serif;background:#47241c;color:#ffd9cf";
    addReloadButton(note);
  }

  function hide() {
    if (note) note.parentNode.removeChild(note);
    note = undefined;
  }

  // The size of the parsed document: elements plus characters. While the page loads, only the HTML parser, show() and
  // hide() change it. The game starts meanwhile, but its start changes only attributes.
  function measure() {
    return root.getElementsByTagName("*").length + root.textContent.length;
  }

  // Stops loading when not even <body> has arrived. A browser paints nothing before its parser has read a <body>, so
  // document.write gives the parser one. A <body> that a script creates is not enough.
  function giveUp() {
    document.open();
    document.write('<link rel=icon href="data:,"><body>'); // without a link, a browser asks for /favicon.ico
    document.close();
    root = document.documentElement;
    addReloadButton(refuse("cut"));
  }

  // Runs every second while the HTML is loading.
  function watch() {
    if (document.readyState !== "loading") return;
    var measured = measure();
    if (measured !== parsedSize) {
      grewAt = Date.now();
      hide();
    } else if (!note && Date.now() - grewAt >= STALL_MS) {
      if (!document.body) return giveUp();
      show("arriving"); // its text says that no data has come for a while
    }
    parsedSize = measure(); // again, because hide() or show() may have changed it
    setTimeout(watch, 1000);
  }

  if (window.top !== window.self) {
    var link = add(refuse("framed"), "a", say("own-window"));
    link.href = location.href;
    link.target = "_blank";
    link.rel = "noopener";
  } else if (!isSupported()) {
    refuse("unable");
  } else if (isWasmOff()) {
    addReloadButton(refuse("no-wasm"));
  } else {
    watch();
    document.addEventListener("DOMContentLoaded", function () {
      hide();
      if (!document.querySelector("script[type=mpy]")) show("cut"); // that script is the last line of the page
    });
  }
})();
