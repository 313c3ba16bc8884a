"""A DOM for game/page without a browser: the part that the page uses, made from the real index.html.

It has selectors, bubbling events, form fields, dialogs and the focus, as far as the page relies on them. It has no layout: a test sets
an element's box on screen (`element.box`).
"""

import functools
import html
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any

EMPTY = {"meta", "link", "input", "br", "img", "use", "path", "circle", "rect", "stop"}
LARGE = 200  # descendants


class Style:
    """An element's inline styles; a property that was never set is empty."""

    def __getattr__(self, name: str) -> str:
        if name.startswith("__"):
            raise AttributeError(name)
        return ""


class Dataset:
    """The `data-` attributes as properties, None for a missing one."""

    element: "Element"

    def __init__(self, element: "Element") -> None:
        self.__dict__["element"] = element

    @staticmethod
    def _name(name: str) -> str:
        return "data-" + re.sub("[A-Z]", lambda letter: "-" + letter[0].lower(), name)

    def __getattr__(self, name: str) -> str | None:
        return self.element.attributes.get(self._name(name))

    def __setattr__(self, name: str, value: object) -> None:
        self.element.attributes[self._name(name)] = str(value)


class NodeList(list[Any]):
    """The result of querySelectorAll."""

    @property
    def length(self) -> int:
        return len(self)

    def item(self, number: int) -> Any:
        return self[number]


class Target:
    """An object that events can be listened to on."""

    @functools.cached_property
    def listeners(self) -> dict[str, list[Callable[[Any], Any]]]:
        return {}

    def addEventListener(self, name: str, handler: Callable[[Any], Any], options: object = None) -> None:
        is_passive = isinstance(options, dict) and options["passive"]
        self.listeners.setdefault(name, []).append(_passive(handler) if is_passive else handler)


def _passive(handler: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A passive listener. Browsers ignore its `preventDefault`; here it fails."""

    def call(event: SimpleNamespace) -> None:
        handler(SimpleNamespace(**{**vars(event), "preventDefault": None}))

    return call


def _reflected(attribute: str) -> property:
    def get(self: "Element") -> bool:
        return attribute in self.attributes

    def put(self: "Element", value: object) -> None:
        self.attributes.pop(attribute, None)
        if value:
            self.attributes[attribute] = ""

    return property(get, put)


def _text_attribute(attribute: str, default: str | None = "") -> property:
    def put(self: "Element", value: object) -> None:
        self.attributes[attribute] = str(value)

    return property(lambda self: self.attributes.get(attribute, default), put)


class Element(Target):
    """One element. `children` holds elements and strings."""

    # Set in the class and not in __init__, because each test makes thousands of elements, and most keep these values.
    scrollTop = 0
    scrollHeight = 0  # px; a test sets it
    parent: "Element | None" = None
    box = (0, 0, 0, 0)  # left, top, width, height in px
    _value: str | None = None
    _checked: bool | None = None
    clicks = 0
    _walked: "list[Element] | None" = None  # see `walk`
    _tagged: "dict[str, list[Element]] | None" = None  # see `with_tag`
    _copied: "Element | None" = None  # the element that this one is a copy of

    hidden, disabled, open = _reflected("hidden"), _reflected("disabled"), _reflected("open")
    id, name, className = _text_attribute("id"), _text_attribute("name"), _text_attribute("class")
    type, href, download = (
        _text_attribute("type", "text"),
        _text_attribute("href"),
        _text_attribute("download"),
    )
    ariaLabel, ariaPressed = _text_attribute("aria-label", None), _text_attribute("aria-pressed", None)

    scrollTop = scrollHeight = clientHeight = 0  # px; a test sets them

    def __init__(self, tag: str, attributes: dict[str, str] | None = None) -> None:
        self.tag = tag
        self.attributes = dict(attributes or {})
        self.children: list[Element | str] = []

    @functools.cached_property
    def content(self) -> "Element | None":
        """The inside of a template. The parser sets it; a copy of a template copies it at its first use."""
        inside = self._copied.content if self._copied is not None else None
        return inside.cloneNode(True) if inside is not None else None

    @functools.cached_property
    def style(self) -> "Style":
        return Style()

    def __repr__(self) -> str:
        return f"<{self.tag} {self.attributes}>"

    # --- the tree

    def elements(self) -> "list[Element]":
        return [child for child in self.children if isinstance(child, Element)]

    def walk(self) -> "list[Element]":
        """All descendants in document order, cached until one is added or removed, because reading is far more frequent."""
        if self._walked is None:
            self._walked = []
            for child in self.children:
                if isinstance(child, Element):
                    self._walked.append(child)
                    if child.children:  # sooner than a call for each of the many empty elements
                        self._walked += child._walked if child._walked is not None else child.walk()
        return self._walked

    def with_tag(self, tag: str) -> "list[Element]":
        """The descendants with that tag in document order, cached until one is added or removed.

        A large element joins those of its children, most of which still have theirs.
        """
        if self._tagged is None:
            self._tagged = {}
        if tag in self._tagged:
            return self._tagged[tag]
        every = self.walk()
        if len(every) < LARGE:
            self._tagged[tag] = [element for element in every if element.tag == tag]
        else:
            self._tagged[tag] = found = []
            for child in self.elements():
                if child.tag == tag:
                    found.append(child)
                if child.children:
                    found += child.with_tag(tag)
        return self._tagged[tag]

    def _forget_walk(self) -> None:
        """Forget the cached descendants of this element and its ancestors. Above an element without a cache none has one,
        except above an empty one, for which `walk` makes none.
        """
        self._walked = self._tagged = None
        at = self.parent
        while at is not None and at._walked is not None:
            at._walked = at._tagged = None
            at = at.parent

    @property
    def root(self) -> "Element":
        at = self
        while at.parent is not None:
            at = at.parent
        return at

    @property
    def parentElement(self) -> "Element | None":
        return self.parent

    @property
    def tagName(self) -> str:
        return self.tag.upper()

    @property
    def childElementCount(self) -> int:
        return len(self.elements())

    @property
    def firstElementChild(self) -> "Element | None":
        return next(iter(self.elements()), None)

    @property
    def lastElementChild(self) -> "Element | None":
        return next(reversed(self.elements()), None)

    def insertBefore(self, child: "Element", following: "Element | None") -> None:
        child.remove()
        place = self.children.index(following) if following is not None else len(self.children)
        self.children.insert(place, child)
        child.parent = self
        self._forget_walk()

    def append(self, child: "Element") -> None:
        self.insertBefore(child, None)

    def scrollIntoView(self, how: Any = None) -> None:
        """Does nothing, because there is no layout."""

    def remove(self) -> None:
        if self.parent:
            self.parent.children.remove(self)
            self.parent._forget_walk()
            self.parent = None

    def replaceChildren(self) -> None:
        for child in self.elements():
            child.parent = None
        self.children = []
        self._forget_walk()

    def contains(self, other: "Element") -> bool:
        return other is self or any(inner is other for inner in self.walk())

    def cloneNode(self, deep: bool) -> "Element":
        made = Element(self.tag, self.attributes)
        for child in self.children if deep else ():
            if isinstance(child, Element):
                child = child.cloneNode(True)
                child.parent = made
            made.children.append(child)
        if self.tag == "template":
            made._copied = self
        return made

    # --- text and markup

    @property
    def textContent(self) -> str:
        return "".join(child.textContent if isinstance(child, Element) else child for child in self.children)

    @textContent.setter
    def textContent(self, text: str) -> None:
        assert isinstance(text, str), f"a text, not {text!r}"
        self.replaceChildren()
        self.children = [text] if text else []

    @property
    def innerHTML(self) -> str:
        return "".join(
            child.outerHTML if isinstance(child, Element) else html.escape(child) for child in self.children
        )

    @innerHTML.setter
    def innerHTML(self, markup: str) -> None:
        self.replaceChildren()
        self.insertAdjacentHTML("beforeend", markup)

    @property
    def outerHTML(self) -> str:
        given = "".join(f' {name}="{html.escape(value)}"' for name, value in self.attributes.items())
        return f"<{self.tag}{given}>{self.innerHTML}</{self.tag}>"

    def insertAdjacentHTML(self, where: str, markup: str) -> None:
        assert where == "beforeend"
        self.children += _fragment(markup).cloneNode(True).children
        for child in self.elements():
            child.parent = self
        self._forget_walk()

    # --- attributes

    def getAttribute(self, name: str) -> str | None:
        return self.attributes.get(name)

    def hasAttribute(self, name: str) -> bool:
        return name in self.attributes

    def setAttribute(self, name: str, value: str) -> None:
        assert isinstance(value, str), f"an attribute's text, not {value!r}"
        self.attributes[name] = value

    def removeAttribute(self, name: str) -> None:
        self.attributes.pop(name, None)

    @property
    def dataset(self) -> Dataset:
        return Dataset(self)

    @property
    def classList(self) -> SimpleNamespace:
        def add(name: str) -> None:
            self.className = " ".join([*self.className.split(), name])

        return SimpleNamespace(add=add)

    @property
    def tabIndex(self) -> int:
        return int(self.attributes.get("tabindex", "-1"))

    @tabIndex.setter
    def tabIndex(self, value: int) -> None:
        self.attributes["tabindex"] = str(value)

    # --- form fields

    @property
    def value(self) -> str:
        if self.tag == "select":
            chosen = [option for option in self.elements() if option._checked]
            return (chosen or self.elements())[0].value if self.elements() else ""
        return self._value if self._value is not None else self.attributes.get("value", "")

    @value.setter
    def value(self, text: str) -> None:
        if self.tag == "select":
            for option in self.elements():
                option._checked = option.value == str(text)
        elif self.tag == "option":
            self.attributes["value"] = str(text)
        else:
            self._value = str(text)

    @property
    def checked(self) -> bool:
        return "checked" in self.attributes if self._checked is None else self._checked

    @checked.setter
    def checked(self, on: bool) -> None:
        if on and self.type == "radio" and not self.checked:
            for other in self.root.with_tag("input"):
                if other.type == "radio" and other.name == self.name:
                    other._checked = False
        self._checked = bool(on)

    selected = checked

    # --- selectors

    def matches(self, selector: str) -> bool:
        return any(fits(self) for fits in _fitting(selector))

    def closest(self, selector: str) -> "Element | None":
        return self if self.matches(selector) else self.parent.closest(selector) if self.parent else None

    def querySelectorAll(self, selector: str) -> NodeList:
        return NodeList(_chosen(self.walk(), selector))

    def querySelector(self, selector: str) -> Any:
        return next(_chosen(self.walk(), selector), None)

    # --- visibility, focus and clicks

    def getBoundingClientRect(self) -> SimpleNamespace:
        left, top, width, height = self.box
        return SimpleNamespace(
            left=left, top=top, width=width, height=height, right=left + width, bottom=top + height
        )

    def getClientRects(self) -> "NodeList":
        return NodeList([self.getBoundingClientRect()] if self.box[2] else [])

    clientWidth = property(lambda self: self.box[2])
    clientHeight = property(lambda self: self.box[3])
    offsetLeft = property(lambda self: self.box[0])
    offsetTop = property(lambda self: self.box[1])
    offsetWidth, offsetHeight = clientWidth, clientHeight

    @property
    def viewBox(self) -> SimpleNamespace:
        width = float(self.attributes["viewBox"].split()[2])
        return SimpleNamespace(baseVal=SimpleNamespace(width=width))

    def animate(self, frames: list[dict[str, Any]], timing: dict[str, Any]) -> SimpleNamespace:
        made = SimpleNamespace(
            element=self, frames=frames, timing=timing, onfinish=None, oncancel=None, cancelled=False
        )
        made.cancel = lambda: setattr(made, "cancelled", True)
        self.root.document.animations.append(made)  # type: ignore[attr-defined]
        return made

    def focus(self) -> None:
        root = self.root
        if hasattr(root, "document"):
            root.document.focused = self

    def blur(self) -> None:
        if self.root.document.focused is self:  # type: ignore[attr-defined]
            self.root.document.focused = None

    def select(self) -> None:
        self.focus()

    def showModal(self) -> None:
        assert self.tag == "dialog" and not self.open
        self.open = True

    def close(self) -> None:
        self.open = False

    def click(self) -> None:
        self.clicks += 1
        if not self.disabled:
            self.fire("click", detail=1)  # a program's, as `isTrusted` says

    def fire(self, name: str, **more: Any) -> SimpleNamespace:
        """Fire an event that bubbles up from here. Return the event, with `prevented`."""
        event = SimpleNamespace(
            **{"isTrusted": False, "type": name, "target": self, "prevented": False} | more
        )
        event.preventDefault = lambda: setattr(event, "prevented", True)
        at: Element | None = self
        while at is not None:
            for handler in list(at.listeners.get(name, ())):
                handler(event)
            if at.parent is None and hasattr(at, "document"):
                for handler in list(at.document.listeners.get(name, ())):
                    handler(event)
            at = at.parent
        return event


class Document(Target):
    """The document around an <html> element."""

    def __init__(self, top: Element) -> None:
        self.documentElement = top
        self.documentElement.document = self  # type: ignore[attr-defined]
        self.focused: Element | None = None
        self.known: dict[str, Element] = {}  # by id
        self.animations: list[Any] = []
        self.body = top.with_tag("body")[0]
        self.hidden = False  # whether the page is

    def fire(self, name: str, **more: Any) -> None:
        """Fire an event of the document itself."""
        for handler in list(self.listeners.get(name, ())):
            handler(SimpleNamespace(type=name, target=self, **more))

    @property
    def activeElement(self) -> Element:
        at_home = self.focused is not None and self.focused.root is self.documentElement
        return self.focused if at_home and self.focused else self.body

    def getElementById(self, name: str) -> Element | None:
        known = self.known.get(name)
        if known is None or known.id != name or known.root is not self.documentElement:
            every = reversed(self.documentElement.walk())  # of equal ids, the first in the document counts
            self.known = {element.id: element for element in every if "id" in element.attributes}
            known = self.known.get(name)
        return known

    def _candidates(self, selector: str) -> list[Element]:
        """The elements that may match: the descendants of the id that the selector starts with, or all."""
        if selector == "body":
            return [self.body]
        name, alone = _first_id(selector)
        top = self.getElementById(name) if name else self.documentElement
        if top is None:
            return []
        if not name and "," not in selector and (tag := _last_tag(selector)):
            return [top] if tag == "html" else top.with_tag(tag)
        return [top] if alone else [top, *top.walk()]

    def querySelector(self, selector: str) -> Any:
        return next(_chosen(self._candidates(selector), selector), None)

    def querySelectorAll(self, selector: str) -> NodeList:
        return NodeList(_chosen(self._candidates(selector), selector))

    def createElement(self, tag: str) -> Element:
        return Element(tag)


class Parser(HTMLParser):
    """Parse markup into an element. The inside of a template goes into its `content`."""

    def __init__(self, into: Element) -> None:
        super().__init__(convert_charrefs=True)
        self.path = [into]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {"viewbox": "viewBox"}
        made = Element(tag, {named.get(name, name): value or "" for name, value in attrs})
        self.path[-1].append(made)
        if tag == "template":
            made.content = Element("#fragment")
            made = made.content
        if tag not in EMPTY:
            self.path.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.path.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in EMPTY:
            return
        top = self.path.pop()
        assert top.tag in (tag, "#fragment"), f"</{tag}> closes <{top.tag}>"

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.path[-1].children.append(data)


PART = re.compile(r"""([#.]?)([\w-]+)|\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?\]""")


Fits = Callable[[Element], bool]


def _chosen(elements: list[Element], selector: str) -> Iterator[Element]:
    """The matching elements, in document order."""
    fitting = _fitting(selector)
    if len(fitting) == 1:
        tag = _last_tag(selector)
        if tag:  # sooner than to call a function for each element
            elements = [element for element in elements if element.tag == tag]
        return filter(fitting[0], elements)
    return (element for element in elements if any(fits(element) for fits in fitting))


@functools.cache
def _first_id(selector: str) -> tuple[str, bool]:
    """The id that a selector starts with, and whether it is the whole selector. "" for several alternatives, or no id."""
    found = re.match(r"#([\w-]+)[^,]*$", selector)
    return (found[1], found[0] == "#" + found[1]) if found else ("", False)


@functools.cache
def _last_tag(selector: str) -> str:
    """The tag of the selector's last compound, "" if it names none."""
    found = re.search(r"(?:^|[ >])(\w+)[^ ]*$", selector)
    return found[1] if found else ""


@functools.cache
def _fitting(selector: str) -> list[Fits]:
    """Predicates that match an element, one for each alternative of a selector."""
    return [_along(alternative.split()) for alternative in selector.split(",")]


def _along(words: list[str]) -> Fits:
    """The compounds of a selector with their combinators: the last is for the element, the earlier ones for its ancestors."""
    last = _compound(words[-1])
    if len(words) == 1:
        return last
    if words[-2] == ">":
        above = _along(words[:-2])
        return lambda element: last(element) and element.parent is not None and above(element.parent)
    above = _along(words[:-1])

    def fits(element: Element) -> bool:
        at = element.parent if last(element) else None
        while at is not None and not above(at):
            at = at.parent
        return at is not None

    return fits


def _compound(word: str) -> Fits:
    parts = list(PART.finditer(word))
    assert "".join(part[0] for part in parts) == word, f"what does {word!r} mean?"
    first, *others = [_part(*part.groups(default="")) for part in parts]
    if not others:
        return first
    return lambda element: first(element) and all(fits(element) for fits in others)


def _part(mark: str, name: str, attribute: str, value: str) -> Fits:
    if attribute and value:
        return lambda element: element.attributes.get(attribute) == value
    if attribute:
        return lambda element: attribute in element.attributes
    if mark == "#":
        return lambda element: element.attributes.get("id") == name
    if mark == ".":
        return lambda element: name in element.attributes.get("class", "").split()
    return lambda element: element.tag == name


@functools.lru_cache(1 << 12)
def _fragment(markup: str) -> Element:
    """An element around the parsed markup. Pages write the same markup again and again, and copying is cheaper."""
    around = Element("#fragment")
    parser = Parser(around)
    parser.feed(markup)
    parser.close()
    return around


def parsed(text: str) -> Element:
    """The <html> element of a page's text. `cloneNode(True)` makes another one like it."""
    top = Element("#document")
    parser = Parser(top)
    parser.feed(text)
    parser.close()
    page = next(element for element in top.elements() if element.tag == "html")
    page.remove()
    return page
