"""The page's language: choose it, load its texts, and rewrite the texts of index.html.

The English texts come with the page. Every other language is a file that is fetched on demand.
"""

import json

from pyscript import document, ffi, window

from game.narration.localization.texts import ENGLISH, SHELL, Texts, choose_language
from game.page import words
from game.page.dom import every

FETCH_TIMEOUT = 8_000  # ms until fetching a language file is given up
UNGROUPED_BELOW = 1_000  # smaller whole numbers are written alike in every offered language


class Spoken(Texts):
    """Texts whose plurals and numbers come from the browser's Intl, with a cache.

    Each Intl object is created on first use: the NumberFormat takes a browser as long as loading a language.
    """

    def __init__(self, table, spare=None):
        super().__init__(table, spare)
        self.makers, self.plurals, self.written = {}, {}, {}

    def maker(self, name):
        """The language's PluralRules or NumberFormat."""
        if name not in self.makers:
            self.makers[name] = getattr(window.Intl, name).new(self.table["language.tag"])
        return self.makers[name]

    def plural(self, n):
        """See `Texts.plural`."""
        if n not in self.plurals:
            self.plurals[n] = self.maker("PluralRules").select(n)
        return self.plurals[n]

    def number(self, n):
        """See `Texts.number`."""
        if n not in self.written:
            plain = n < UNGROUPED_BELOW and n == int(n)
            self.written[n] = str(int(n)) if plain else self.maker("NumberFormat").format(n)
        return self.written[n]


def english():
    """The texts that come with the page."""
    folder = words.__file__.rsplit("/", 3)[0]  # the read-only file system from tools/making/micropython.py
    with open(folder + "/assets/locales/en.json") as file:
        return Spoken(json.load(file))


def wanted_language(kept):
    """The language to use: `?lang=` in the address, or the person's choice, or the browser's language."""
    asked = window.URLSearchParams.new(window.location.search).get("lang")
    offered = document.documentElement.dataset.languages.split(" ")
    wishes = [asked, kept]
    wishes.extend(window.navigator.languages)
    return choose_language(offered, wishes)


def clear_address():
    """Remove `?lang=` from the address, because the person has chosen a language on the page."""
    location = window.location
    asked = [part for part in location.search[1:].split("&") if part and not part.startswith("lang=")]
    search = "?" + "&".join(asked) if asked else ""
    window.history.replaceState(window.history.state, "", location.pathname + search + location.hash)


def language_field(state):
    """The offered languages by their own names, after "as the browser"."""
    if not state["declarations"]:  # keeps the start fast: the settings are still closed
        return []
    offered = document.documentElement.dataset
    names = [("", words.say("ui.language-auto"))]
    names.extend(zip(offered.languages.split(" "), offered.names.split(", ")))
    return [("#languages", "options", names), ("#languages", "typed", state["settings"]["language"])]


async def switch_language(language):
    """Load a language, use it, and rewrite index.html's texts. The views are to be painted again by the caller."""
    texts = english()
    if language != ENGLISH:
        address = document.documentElement.dataset.app + "assets/locales/" + language + ".json"
        limit = window.AbortSignal.timeout(FETCH_TIMEOUT)
        answer = await window.fetch(address, ffi.to_js({"signal": limit}))
        if not answer.ok:
            raise OSError("{}: {}".format(address, answer.status))
        texts = Spoken(json.loads(await answer.text()), texts)
    words.use(texts)
    document.documentElement.lang = language
    rewrite_shell(document)
    for template in every("template"):
        rewrite_shell(template.content)


def rewrite_shell(root):
    """Rewrite the texts of index.html under `root`."""
    for name in SHELL:
        for element in every("[" + name + "]", root):
            text = words.say(element.getAttribute(name))
            if SHELL[name]:
                element.setAttribute(SHELL[name], text)
            else:
                element.textContent = text
