"""The page's language: which one it is, its plurals and numbers by the browser's Intl, and the shell retold in it.

English is in the page's own files; another language is one more file, asked for when it is wanted.
"""

import json

from pyscript import document, ffi, window

from game.narration.localization.texts import ENGLISH, SHELL, Texts, choose_language
from game.page import words
from game.page.dom import every

PATIENCE = 8_000  # ms that the file of a language may take
PLAIN = 1_000  # whole numbers below are the same digits in every language that is offered


class Spoken(Texts):
    """Texts whose plurals and numbers the browser's Intl makes; what it answered for a number is remembered.

    Each of its makers is made when it is first needed: the one for numbers takes the browser as long as reading a language.
    """

    def __init__(self, table, spare=None):
        super().__init__(table, spare)
        self.makers, self.plurals, self.written = {}, {}, {}

    def maker(self, name):
        """The language's own PluralRules or NumberFormat."""
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
            plain = n < PLAIN and n == int(n)
            self.written[n] = str(int(n)) if plain else self.maker("NumberFormat").format(n)
        return self.written[n]


def english():
    """The texts that are there from the start."""
    folder = words.__file__.rsplit("/", 3)[0]  # a file system of its own, see tools/making/micropython.py
    with open(folder + "/assets/locales/en.json") as file:
        return Spoken(json.load(file))


def wanted(kept):
    """The language asked for: `?lang=` in the address, else what the person chose here once, else the browser's."""
    asked = window.URLSearchParams.new(window.location.search).get("lang")
    offered = document.documentElement.dataset.languages.split(" ")
    wishes = [asked, kept]
    wishes.extend(window.navigator.languages)
    return choose_language(offered, wishes)


def unask():
    """Takes `?lang=` out of the address: from now on the language is as chosen on the page."""
    location = window.location
    asked = [part for part in location.search[1:].split("&") if part and not part.startswith("lang=")]
    search = "?" + "&".join(asked) if asked else ""
    window.history.replaceState(window.history.state, "", location.pathname + search + location.hash)


def choice(state):
    """The languages to choose from, each by its own name; first the one that the browser asks for."""
    if not state["declarations"]:  # the form is not needed yet
        return []
    offered = document.documentElement.dataset
    names = [("", words.say("ui.language-auto"))]
    names.extend(zip(offered.languages.split(" "), offered.names.split(", ")))
    return [("#languages", "options", names), ("#languages", "typed", state["settings"]["language"])]


async def speak(language):
    """Speaks that language from now on, in the shell at once; what the views say is to be painted anew."""
    texts = english()
    if language != ENGLISH:
        address = document.documentElement.dataset.app + "assets/locales/" + language + ".json"
        limit = window.AbortSignal.timeout(PATIENCE)
        answer = await window.fetch(address, ffi.to_js({"signal": limit}))
        if not answer.ok:
            raise OSError("{}: {}".format(address, answer.status))
        texts = Spoken(json.loads(await answer.text()), texts)
    words.use(texts)
    document.documentElement.lang = language
    retell(document)
    for template in every("template"):
        retell(template.content)


def retell(root):
    """Says the texts of the shell anew."""
    for name in SHELL:
        for element in every("[" + name + "]", root):
            text = words.say(element.getAttribute(name))
            if SHELL[name]:
                element.setAttribute(SHELL[name], text)
            else:
                element.textContent = text
