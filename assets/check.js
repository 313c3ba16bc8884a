// The page's very first script, in syntax that every browser can read (ES5); tools/build.py writes it into the page.
// - In somebody else's frame, or in a browser that cannot run the game, the rest of the page is not even read.
// - While the page's own HTML is still coming, it says when nothing more of it comes, or when it ended too early.
// Its texts come with it, because the page's Python may never run.
(function () {
  var TEXTS = {}; // by language; filled in by tools/build.py
  var QUIET = 8; // seconds without any more of the page, after which it says so
  var TRY = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11]; // a function with a try block
  var root = document.documentElement;
  var size = 0; // of the page as far as it has been read
  var still = 0; // seconds since it grew
  var note;

  function say(name) {
    var asked = /[?&]lang=([\w-]+)/.exec(location.search);
    var language = (asked && asked[1]) || navigator.language || "";
    return (TEXTS[language] || TEXTS[language.split("-")[0]] || TEXTS.en)["ui.start." + name];
  }

  // The oldest versions that have all of it are in README.md; the styles' light-dark() decides in most browsers.
  function able() {
    try {
      return (
        WebAssembly.validate(new Uint8Array(TRY)) &&
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

  // Leaves the page unread and shows a sentence in its place.
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

  // A line at the foot of the page; from now on the page is painted although it is not whole.
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

  // Of what has been read; the game's own start changes attributes only.
  function measure() {
    return root.getElementsByTagName("*").length + root.textContent.length;
  }

  // No browser paints a page whose body has not begun, so there its loading is given up; the body must be one that was read.
  function end() {
    document.open();
    document.write("<body>");
    document.close();
    root = document.documentElement;
    retry(refuse("cut"));
  }

  function watch() {
    if (document.readyState !== "loading") return;
    var now = measure();
    still = now === size ? still + 1 : 0;
    if (!still) hide();
    if (still === QUIET && !document.body) return end();
    if (still === QUIET) show("arriving");
    size = measure();
    setTimeout(watch, 1000);
  }

  if (window.top !== window.self) {
    var link = add(refuse("framed"), "a", say("own-window"));
    link.href = location.href;
    link.target = "_blank";
    link.rel = "noopener";
  } else if (!able()) {
    refuse("unable");
  } else {
    watch();
    document.addEventListener("DOMContentLoaded", function () {
      hide();
      if (!document.querySelector("script[type=mpy]")) show("cut"); // it is the last line of the page
    });
  }
})();
