"""The page's language: which one it is, its plurals, numbers and lists by the browser's Intl, and the shell retold in it.

English is in the page's own files; another language is one more file, asked for when it is wanted.
"""

import json

from pyscript import document, ffi, window

from game.page import words
from game.page.dom import every
from game.telling.speech.texts import ENGLISH, SHELL, Texts, chosen


class Spoken(Texts):
    """Texts whose plurals, numbers and lists the browser's `intl` makes; what it answered for a number is remembered."""

    def __init__(self, table, spare, intl):
        super().__init__(table, spare)
        self.rules, self.numbers, self.lists = intl
        self.plurals, self.written = {}, {}

    def plural(self, n):
        """See `Texts.plural`."""
        if n not in self.plurals:
            self.plurals[n] = self.rules.select(n)
        return self.plurals[n]

    def number(self, n):
        """See `Texts.number`."""
        if n not in self.written:
            self.written[n] = self.numbers.format(n)
        return self.written[n]

    def listing(self, parts):
        """See `Texts.listing`."""
        return self.lists.format(ffi.to_js(parts))


async def english():
    """The texts that are there from the start."""
    folder = words.__file__.rsplit("/", 3)[0]  # a file system of its own, see tools/making/micropython.py
    with open(folder + "/assets/locales/en.json") as file:
        table = json.load(file)
    return await spoken(table)


async def spoken(table, spare=None):
    """The texts of a table, made in pieces: the browser's first number takes it as long as reading a language."""
    intl = []
    for name in ("PluralRules", "NumberFormat", "ListFormat"):
        await window.startup.breathe()
        intl.append(getattr(window.Intl, name).new(table["language.tag"]))
    return Spoken(table, spare, intl)


def wanted(kept):
    """The language asked for: `?lang=` in the address, else what the person chose here once, else the browser's."""
    asked = window.URLSearchParams.new(window.location.search).get("lang")
    offered = document.documentElement.dataset.languages.split(" ")
    wishes = [asked, kept]
    wishes.extend(window.navigator.languages)
    return chosen(offered, wishes)


def unask():
    """Takes `?lang=` out of the address: from now on the language is as chosen on the page."""
    location = window.location
    asked = [part for part in location.search[1:].split("&") if part and not part.startswith("lang=")]
    search = "?" + "&".join(asked) if asked else ""
    window.history.replaceState(window.history.state, "", location.pathname + search + location.hash)


def choice(state):
    """The languages to choose from, each by its own name; first the one that the browser asks for."""
    if not state["declared"]:  # the form is not needed yet
        return []
    names = [("", words.say("ui.language-auto"))]
    for tag in document.documentElement.dataset.languages.split(" "):
        own = str(window.Intl.DisplayNames.new(tag, ffi.to_js({"type": "language"})).of(tag))
        names.append((tag, own[:1].upper() + own[1:]))
    rows = [(tag, "t-option", [("", "value", tag), ("", "text", name)]) for tag, name in names]
    return [("#languages", "rows", rows), ("#languages", "typed", state["settings"]["language"])]


async def speak(language):
    """Speaks that language from now on, in the shell at once; what the views say is to be painted anew."""
    texts = await english()
    if language != ENGLISH:
        address = document.documentElement.dataset.app + "assets/locales/" + language + ".json"
        answer = await window.fetch(address)
        if not answer.ok:
            raise OSError("{}: {}".format(address, answer.status))
        texts = await spoken(json.loads(await answer.text()), texts)
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
