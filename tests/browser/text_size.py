"""Find text that is cut off, overlaps or is too small, in the page of a browser."""

import json
import re

from playwright.sync_api import Page, Route

from game.narration.localization.language import read_locale
from tools.common.catalogue import pseudo

MEDIUM = 16  # px of the browser's text at 100 %

# the faults on the page, one sentence each
FAULTS = r"""() => {
  const wrong = [], name = (e) => e.id || e.dataset.action || e.className || e.tagName.toLowerCase();
  const shown = (e) => e.checkVisibility({opacityProperty: true, visibilityProperty: true});
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const over = document.querySelector("dialog[open]") ??
    (document.body.dataset.sheet === "open" ? document.querySelector("#sheet") : document.body);
  const range = document.createRange();
  const clipped = (e) => e && e !== document.body && (getComputedStyle(e).clipPath === "inset(50%)" || clipped(e.parentElement));
  while (walker.nextNode()) {
    const text = walker.currentNode, e = text.parentElement;
    if (!text.data.trim() || !over.contains(e) || !shown(e) || e.closest(".unseen, svg, script, style, template, option"))
      continue;
    if (clipped(e)) continue; // for assistive tools only
    range.selectNodeContents(text);
    const says = `${name(e)} "${text.data.trim().slice(0, 20)}"`;
    const button = e.closest(".buttons > button"), icon = button?.querySelector(".icon").getBoundingClientRect();
    if (icon?.width >= 16 && icon.height >= 16 || e.id === "draw-count") { // of what does not fit nothing is seen; the yard has its count
      const edge = button.getBoundingClientRect();
      if ([...range.getClientRects()].every((l) => l.top > edge.bottom - 2)) continue;
    }
    const word = text.data.trim();
    if (!/[\s\d-]/.test(word) && new Set([...range.getClientRects()].map((l) => Math.round(l.top))).size > 1)
      wrong.push(`${says}: a word is broken`);
    if (getComputedStyle(e).textOverflow === "ellipsis") {
      if (e.clientWidth < 1.5 * parseFloat(getComputedStyle(e).fontSize)) wrong.push(`${says}: no room`);
      const clamped = getComputedStyle(e).webkitLineClamp !== "none"; // the ellipsis ends its last line
      if (!clamped && e.scrollHeight > e.clientHeight + 3) wrong.push(`${says}: cut below`);
      continue;
    }
    const lines = [...range.getClientRects()];
    for (let box = e; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box), edge = box.getBoundingClientRect();
      const scrolls = /auto|scroll/;
      if (style.display === "inline") continue;
      const held = box.matches("button, .seat, .end, td, th, label, .foot, .prompt, .callout") || style.overflowX !== "visible";
      if (held && !scrolls.test(style.overflowX) && lines.some((l) => l.left < edge.left - 2 || l.right > edge.right + 2))
        { wrong.push(`${says}: wider than ${name(box)}`); break; }
      if (held && !scrolls.test(style.overflowY) && lines.some((l) => l.top < edge.top - 3 || l.bottom > edge.bottom + 3))
        { wrong.push(`${says}: higher than ${name(box)}`); break; }
      if (scrolls.test(style.overflowX) && !box.matches(".ends, .screen") && box.scrollWidth > box.clientWidth + 1)
        { wrong.push(`${name(box)} scrolls sideways`); break; }
      if (box.matches(".ends, .screen, .sheet, .sheet-paper, .dialog")) break;
    }
    const sideways = e.closest(".ends");
    if (!sideways && lines.some((l) => l.left < -1 || l.right > innerWidth + 1)) wrong.push(`${says}: off the window`);
  }
  for (const field of over.querySelectorAll("input.field, select"))
    if (shown(field) && field.clientWidth < 5 * parseFloat(getComputedStyle(field).fontSize)) wrong.push(`${name(field)}: no room`);
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page scrolls sideways");
  const screen = document.querySelector(".screen:not([hidden])");
  if (screen && screen.scrollWidth > screen.clientWidth + 1) wrong.push(`${screen.id} is wider than the window`);
  const part = (css) => document.querySelector(css).getBoundingClientRect();
  const meet = (one, two) => one.width * one.height && two.width * two.height && one.left < two.right - 1 && two.left < one.right - 1 &&
    one.top < two.bottom - 1 && two.top < one.bottom - 1;
  const covers = (one, others) => others.forEach((other) =>
    one !== other && meet(one.getBoundingClientRect(), other.getBoundingClientRect()) && wrong.push(`${name(one)} covers ${name(other)}`));
  if (document.body.dataset.phase === "match-over" && over === document.body)
    covers(document.querySelector(".over-foot"), document.querySelectorAll(
      getComputedStyle(document.querySelector(".over-scroll")).display === "contents" ? ".over-side, .over-main" : ".over-scroll"));
  if (document.body.dataset.phase === "playing" && over === document.body) {
    for (const css of ["#last", "#foot"]) covers(document.querySelector(css), document.querySelectorAll(".frame, #ends, #foot, #last"));
    const hand = part(".hand"); // whose tiles may be out of sight
    for (const tile of document.querySelectorAll(".hand-tile")) {
      const {left, top, right, bottom} = tile.getBoundingClientRect(), low = Math.min(bottom, hand.bottom) - 4;
      if (low > top && meet(part("#hand-points"), {left, top, right, bottom: low, width: right - left, height: low - top}))
        wrong.push("the points in hand cover a tile");
    }
    const parts = [".seats", ".frame", ".ends-line", ".tray"].map((css) => [css, part(css)]);
    for (const [css, box] of parts)
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) wrong.push(`${css} off the window`);
    const inner = [".prompt", ".extras", ".hand", ".buttons"].map((css) => [css, part(css)]);
    for (const list of [parts, inner])
      list.forEach(([a, one], n) => list.slice(n + 1).forEach(([b, two]) => meet(one, two) && wrong.push(`${a} covers ${b}`)));
    for (const [css, box] of inner)
      if (box.height && box.bottom > part(".tray").bottom + 1) wrong.push(`${css} runs out of the tray`);
    const share = part(".frame").height / innerHeight;
    if (share < .399) wrong.push(`the table has ${Math.round(100 * share)} % of the height`);
    if (part(".hand").height < 44) wrong.push(`the hand has ${part(".hand").height} px`);
  }
  return [...new Set(wrong)];
}"""

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))))"


def offer_made_up(page: Page) -> None:
    """Offer the made-up language en-XA on this page. For a first visit, because a service worker would answer instead."""
    texts = json.dumps(pseudo(read_locale("en")))

    def shell(route: Route) -> None:
        answer = route.fetch()
        body = answer.text().replace('data-languages="en', 'data-languages="en en-XA')
        route.fulfill(
            response=answer, body=body.replace('data-names="English', 'data-names="English, Made up')
        )

    page.route(re.compile(r"/(\?.*)?$"), shell)
    page.route("**/assets/locales/en-XA.json", lambda route: route.fulfill(body=texts))
