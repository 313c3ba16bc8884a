"""Write and read the links of invitations and answers, and load the scripts for connections, QR codes and the camera."""

from pyscript import window

from game.devices.pairing.descriptions import candidate_lines, read_description, write_description
from game.devices.pairing.pairing_code import BadCode, read_pairing, write_pairing
from game.devices.wire import digest
from game.for_types import TYPE_CHECKING
from game.page.kernel.words import say
from game.page.links import address_links, pass_on
from game.page.screens import missing_file
from game.page.settings.language_choice import english
from game.records.text.code_finder import find_code, is_whole

if TYPE_CHECKING:
    from typing import Any, Literal

    from game.contract.devices.pairing import Pairing
    from game.page.kernel.app import App
    from game.page.page_types import Element

PAIRING_LETTERS = "jat"  # the kinds of the codes of invitations, answers and tables
GAME_LETTERS = "crphdlm"  # the kinds of all other link codes
LONGEST_LINK = 160  # characters; a QR code of more is hard to scan
# How the text keys begin that a host's messages make a guest's page say: the part before the first dot, or before the second.
HOST_TEXT_PREFIXES = (
    "answer",
    "because",
    "blocked",
    "bubble",
    "card",
    "count",
    "did",
    "error",
    "foot",
    "foot-words",
    "hint",
    "level",
    "news",
    "option",
    "ordinal",
    "over",
    "phones.react",
    "phones.state",
    "preset",
    "prompt",
    "reason",
    "say",
    "sheet",
    "suit",
    "suits",
    "tell",
    "turning",
    "ui.off",
    "ui.on",
)
LOCAL = "party=local"  # a query parameter: the tabs of one browser are devices of their own, for tests


def is_local() -> "bool":
    """Whether each tab of the browser is a device of its own."""
    return LOCAL in window.location.search


class TextsVersion:
    """The version of the texts that a host's messages use: a hash of their keys, and of the placeholders of each.

    Computing it takes MicroPython about 50 ms.
    """

    def __init__(self, app: "App") -> "None":
        self.value = _texts_version(english().table)


def texts_version(app: "App") -> "str":
    """The value of `TextsVersion`."""
    return app.object(TextsVersion).value


def _texts_version(table: "dict[str, str]") -> "str":
    lines = [
        key + " " + " ".join(sorted([part.split("}")[0] for part in table[key].split("{")[1:]]))
        for key in table
        if is_said_by_hosts(key)
    ]
    return digest("\n".join(sorted(lines)))[:16]


def is_said_by_hosts(key: "str") -> "bool":
    """Whether a host's messages make a guest's page say the text."""
    parts = key.split(".")
    return parts[0] in HOST_TEXT_PREFIXES or ".".join(parts[:2]) in HOST_TEXT_PREFIXES


def code_in(text: "str", kinds: "str") -> "str":
    """The code in a text that a person pasted or scanned, or "": of the kinds with these letters, else of any other kind.

    A whole code of another kind is told better than a damaged one, which may be no code at all.
    """
    found = [find_code(text, letters) for letters in (kinds, PAIRING_LETTERS, GAME_LETTERS)]
    return ([code for code in found if is_whole(code)] + [code for code in found if code] + [""])[0]


def link_of(code: "str") -> "str":
    """The address of this page with a code."""
    return address_links.link_of(("?" + LOCAL if is_local() else "") + code)


async def load(app: "App", name: "str") -> "Any":
    """Load a script of assets/. If that fails, show a message and return None."""
    try:
        return await window.startup.bring("assets/" + name + ".js")
    except Exception as problem:  # browsers throw various errors without a network
        window.console.info(name + ".js cannot be loaded: " + str(problem))
        await missing_file.tell(app, say("ui.part-not-loaded"))
        return None


async def draw(app: "App", link: "str") -> "str":
    """A link as a QR code, in markup; "" if the script for it cannot be loaded."""
    sharing = await load(app, "sharing")
    return str(sharing.qr(link, "M")) if sharing else ""


def read(code: "str") -> "tuple[Pairing | None, str]":
    """Read a code of an invitation or an answer.

    Returns (what `read_pairing` returns, ""), or (None, the sentence that says why it cannot be read).
    """
    if not code:
        return None, say("phones.no-code")
    if code[1] in GAME_LETTERS:
        return None, say("phones.not-an-invitation")
    try:
        found = read_pairing(code)
    except BadCode as problem:
        return None, say(problem.key)
    if not found["description"]["candidates"]:
        return None, say("phones.no-address")
    return found, ""


def write(kind: 'Literal["offer", "answer"]', sdp: "str", number: "int", seat: "int" = -1) -> "str":
    """The link with the code of an offer or an answer, "" if this device has no network address to put into it.

    `sdp` is the browser's description of the connection, `number` is the invitation's, and `seat` is -1 for any seat.
    """
    found = read_description(sdp)
    if not found["candidates"]:
        return ""
    longest = LONGEST_LINK - len(link_of(""))
    return link_of(write_pairing(kind, found, number, seat, longest))


def description(
    pairing: "Pairing", kind: 'Literal["offer", "answer"]', with_candidates: "bool" = True
) -> "str":
    """The session description (SDP) of a code. `pairing` is the code's content, as `read_pairing` returns it."""
    return write_description(pairing["description"], kind, with_candidates)


def candidates(pairing: "Pairing") -> "str":
    """The ICE candidates (network addresses) of a code, one a line. `pairing` is as in `description`."""
    return "\n".join(candidate_lines(pairing["description"]))


def random_hex(count: "int") -> "str":
    """`count` random bytes as hexadecimal digits."""
    numbers = window.crypto.getRandomValues(window.Uint8Array.new(count))
    return "".join(["{:02x}".format(int(number)) for number in str(numbers.join(",")).split(",")])


def send(app: "App", field: "Element", link: "str", text: "str") -> "None":
    """Pass a link to the system's share sheet with a sentence, or copy it; `field` shows it if the browser refuses."""
    pass_on.send(app, field, link, {"title": say("ui.title"), "text": text, "url": link})
