// The first script of the page decides whether the game may start. It is ES5, so that every browser can parse it; tools/build.py
// writes it into the page.
// - In a frame of another site, or in a browser that cannot run the game, it shows a sentence and stops the page from loading.
// - While the HTML is still loading, it reports when no more data arrives, and when the page ended too early.
// It carries its own texts, because the page's Python may never run.
(function () {
  var TEXTS = {}; // by language; tools/build.py fills them in
  var STALL_SECONDS = 8; // seconds without new data before the page reports it
  var TRY_MODULE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11]; // a wasm module with a try block, for WebAssembly.validate
  var root = document.documentElement;
  var parsedSize = 0; // of the document parsed so far
  var stalledSeconds = 0; // seconds since it grew
  var note;

  function say(name) {
    var asked = /[?&]lang=([\w-]+)/.exec(location.search);
    var language = (asked && asked[1]) || navigator.language || "";
    return (TEXTS[language] || TEXTS[language.split("-")[0]] || TEXTS.en)["ui.start." + name];
  }

  // README.md lists the oldest browsers that pass. In most of them light-dark() is the newest feature.
  function isSupported() {
    try {
      return (
        WebAssembly.validate(new Uint8Array(TRY_MODULE)) &&
        typeof crypto.getRandomValues === "function" &&
        typeof Worker === "function" &&
        CSS.supports("color", "light-dark(red, red)") &&
        CSS.supports("selector(:has(a))")
      );
    } catch (missing) {
      return false;
    }
  }

  function add(parent, tag, text) {
    var element = parent.appendChild(document.createElement(tag));
    element.textContent = text;
    return element;
  }

  // Stops loading the page and shows a sentence instead.
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

  function retry(parent) {
    var button = add(parent, "button", say("retry"));
    button.style.cssText = "min-height:44px;padding:0 1em;font:inherit;color:inherit;background:none;border:1px solid;border-radius:1em";
    button.onclick = function () {
      location.reload();
    };
  }

  // Shows a line at the foot of the page. Removing the `expect` link lets the browser paint the incomplete page.
  function show(name) {
    var waiting = document.querySelector("link[rel=expect]");
    if (waiting) waiting.parentNode.removeChild(waiting);
    note = add(document.body, "div", say(name) + " ");
    note.id = "page-note";
    note.setAttribute("role", "alert");
    note.style.cssText = "position:fixed;inset:auto 0 0;z-index:9;padding:1em;font:1.1rem/1.4 system-ui,sans-serif;background:#47241c;color:#ffd9cf";
    retry(note);
  }

  function hide() {
    if (note) note.parentNode.removeChild(note);
    note = undefined;
  }

  // Counts elements and text. The start of the game changes only attributes, so only loading changes this number.
  function measure() {
    return root.getElementsByTagName("*").length + root.textContent.length;
  }

  // Gives up loading. Browsers do not paint a page without a <body>, and only a parsed one counts.
  function giveUp() {
    document.open();
    document.write('<link rel=icon href="data:,"><body>'); // without a link, a browser asks for /favicon.ico
    document.close();
    root = document.documentElement;
    retry(refuse("cut"));
  }

  function watch() {
    if (document.readyState !== "loading") return;
    var measured = measure();
    stalledSeconds = measured === parsedSize ? stalledSeconds + 1 : 0;
    if (!stalledSeconds) hide();
    if (stalledSeconds === STALL_SECONDS && !document.body) return giveUp();
    if (stalledSeconds === STALL_SECONDS) show("arriving");
    parsedSize = measure();
    setTimeout(watch, 1000);
  }

  if (window.top !== window.self) {
    var link = add(refuse("framed"), "a", say("own-window"));
    link.href = location.href;
    link.target = "_blank";
    link.rel = "noopener";
  } else if (!isSupported()) {
    refuse("unable");
  } else {
    watch();
    document.addEventListener("DOMContentLoaded", function () {
      hide();
      if (!document.querySelector("script[type=mpy]")) show("cut"); // that script is the last line of the page
    });
  }
})();
