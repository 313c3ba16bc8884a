"""The page's language: choose it, load its texts, and write them into index.html.

The English texts come with the page. Every other language is a file that is fetched on demand.
"""

import json

from pyscript import document, ffi, window

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import ENGLISH, TEXT_ATTRIBUTES, Texts, choose_language
from game.page.kernel import words
from game.page.kernel.dom import every

if TYPE_CHECKING:
    from game.page.page_types import Element

FETCH_TIMEOUT = 8_000  # ms; after that the fetch of a language file fails
UNGROUPED_BELOW = 1_000  # every offered language writes whole numbers below this in the same way


class BrowserTexts(Texts):
    """Texts whose plurals and numbers come from the browser's Intl, with a cache.

    Each Intl object is created on first use: to create a NumberFormat takes a browser as long as to load a language.
    """

    def __init__(self, table: "dict[str, str]", spare: "Texts | None" = None) -> "None":
        super().__init__(table, spare)
        self.intl_objects: dict[str, Element] = {}
        self.plurals: dict[int | float, str] = {}
        self.numbers: dict[int | float, str] = {}

    def intl(self, name: "str") -> "Element":
        """The Intl object "PluralRules" or "NumberFormat" for this language."""
        if name not in self.intl_objects:
            self.intl_objects[name] = getattr(window.Intl, name).new(self.table["language.tag"])
        return self.intl_objects[name]

    def plural(self, n: "int | float") -> "str":
        """See `Texts.plural`."""
        if n not in self.plurals:
            self.plurals[n] = self.intl("PluralRules").select(n)
        return self.plurals[n]

    def number(self, n: "int | float") -> "str":
        """See `Texts.number`."""
        if n not in self.numbers:
            plain = n < UNGROUPED_BELOW and n == int(n)
            self.numbers[n] = str(int(n)) if plain else self.intl("NumberFormat").format(n)
        return self.numbers[n]


def english() -> "BrowserTexts":
    """The English texts, which come with the page."""
    folder = words.__file__.rsplit("/", 4)[0]  # the root of the file system from tools/making/micropython.py
    with open(folder + "/assets/locales/en.json") as file:
        return BrowserTexts(json.load(file))


def wanted_language(setting: "str") -> "str":
    """The language to use: from `?lang=` in the address, else the person's `setting`, else the browser's language."""
    in_address = window.URLSearchParams.new(window.location.search).get("lang")
    offered = document.documentElement.dataset.languages.split(" ")
    wishes = [in_address, setting]
    wishes.extend(window.navigator.languages)
    return choose_language(offered, wishes)


def clear_address() -> "None":
    """Remove `?lang=` from the address, because the person has chosen a language on the page."""
    location = window.location
    others = [part for part in location.search[1:].split("&") if part and not part.startswith("lang=")]
    search = "?" + "&".join(others) if others else ""
    window.history.replaceState(window.history.state, "", location.pathname + search + location.hash)


async def switch_language(language: "str") -> "None":
    """Load a language, use it, and rewrite the texts of index.html. The caller must paint the views again."""
    texts = english()
    if language != ENGLISH:
        address = document.documentElement.dataset.app + "assets/locales/" + language + ".json"
        timeout = window.AbortSignal.timeout(FETCH_TIMEOUT)
        answer = await window.fetch(address, ffi.to_js({"signal": timeout}))
        if not answer.ok:
            raise OSError("{}: {}".format(address, answer.status))
        texts = BrowserTexts(json.loads(await answer.text()), texts)
    words.use(texts)
    document.documentElement.lang = language
    rewrite_shell(document)
    for template in every("template"):
        rewrite_shell(template.content)


def rewrite_shell(root: "Element") -> "None":
    """Rewrite the texts of index.html inside `root`, from the text keys in the attributes of TEXT_ATTRIBUTES."""
    for name, target in TEXT_ATTRIBUTES.items():
        for element in every("[" + name + "]", root):
            text = words.say(element.getAttribute(name))
            if target:
                element.setAttribute(target, text)
            else:
                element.textContent = text
