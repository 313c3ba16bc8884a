"""A guest's evidence: what its device knows of a draw and of the match after it. Runs in CPython and MicroPython.

Evidence is written once. A host may begin a draw again only for a reason, and a few times; it can begin no second draw for
a match that was seen. The parts of the keepsake that this module writes outlive a reload:

    match   the number of the match at the table, from 1
    stage   "" (nothing known), "committed", "revealed", "played" (a scene was seen), or "opened" (the host disclosed everything)
    draws   how often the draw for this match began again after the own bytes were revealed
    who, bytes, shares   this device's name and bytes in the draw, and the commitments of all devices
"""

from game.devices.wire import digest
from game.for_types import TYPE_CHECKING

if TYPE_CHECKING:
    from game.contract.basics import Tile
    from game.contract.device_lines import LobbyFacts, OpenedLine, ShareData
    from game.contract.devices.guest_device import Keepsake, Witness
    from game.contract.scenes import Scene

MOST_WITNESSED = 4000  # plays; twenty rounds with a double-18 set have fewer
# How often a draw may begin again. Each time, the host has seen bytes of others that it need not use.
MOST_DRAWS_AGAIN = 3


def new_keepsake() -> "Keepsake":
    """The keepsake of a device that was at no table yet."""
    return {
        "table": "",
        "seat": -1,
        "secret": "",
        "who": "",
        "bytes": "",
        "shares": [],
        "match": 0,
        "stage": "",
        "draws": 0,
    }


class Evidence:
    """The evidence of one device. It writes the draw into `keepsake`, and holds what the device has seen of the match."""

    def __init__(self, keepsake: "Keepsake") -> "None":
        self.kept = keepsake
        # the tiles that this device was dealt, by the number of the round as text
        self._hands: dict[str, list[Tile]] = {}
        self._plays: list[tuple[int, int, Tile]] = []  # the plays that it saw: (round, seat, tile)
        # Who was there when the lobby was seen last, and whether that has changed since the own bytes were revealed.
        self._present: list[tuple[int, str]] = []
        self._has_stirred = False

    def join(self, table: "str", match: "int", is_draw_ahead: "bool") -> "None":
        """The host has let this device in, and says which match is next or in play.

        A device that was away may have missed the end of a draw. Then its commitments may be of a draw that began again.
        """
        self._has_stirred = True  # this device itself has come
        if table != self.kept["table"]:
            self.kept["match"], self.kept["draws"] = 0, 0
            self._forget()
        has_missed = match > self.kept["match"] or self.kept["stage"] in ("committed", "revealed")
        if has_missed and not is_draw_ahead:
            self.kept["match"] = match
            self._forget()

    def _forget(self) -> "None":
        """Note that this device knows nothing of the match, so that it will say so."""
        self.kept["who"], self.kept["bytes"], self.kept["shares"], self.kept["stage"] = "", "", [], ""
        self._hands, self._plays = {}, []

    def commit(self, match: "int", who: "str", own: "str", host_hash: "str") -> "str":
        """Take part in a draw with the own bytes. Returns the commitment, or "" for a draw that the host may not begin."""
        kept = self.kept
        stage = kept["stage"]
        if match < kept["match"] or (match == kept["match"] and stage in ("played", "opened")):
            return ""
        if stage == "revealed":
            if kept["draws"] >= MOST_DRAWS_AGAIN:
                return ""
            kept["draws"] += 1
        elif stage in ("played", "opened"):
            kept["draws"] = 0
        if match > kept["match"]:
            self._hands, self._plays = {}, []
        mine = digest(who + ":" + own)
        kept["match"], kept["stage"], kept["who"], kept["bytes"] = match, "committed", who, own
        kept["shares"] = [{"who": "host", "hash": host_hash}, {"who": who, "hash": mine}]
        return mine

    def publish(self, shares: "list[ShareData]") -> "str":
        """Take the list of all commitments. Returns the device whose commitment is wrong, or "" if the own bytes may be revealed."""
        published = {share["who"]: share["hash"] for share in shares}
        for known in self.kept["shares"]:
            if published.get(known["who"]) != known["hash"]:
                return known["who"]
        is_for_a_reason = self._has_stirred or not self.kept["draws"]
        if self.kept["stage"] != "committed" or not is_for_a_reason:
            return "host"
        self.kept["shares"], self.kept["stage"] = shares, "revealed"
        self._has_stirred = False
        return ""

    def see_lobby(self, lobby: "LobbyFacts") -> "None":
        """Note who is there: a draw may begin again when somebody came or went."""
        present = [(seat["seat"], seat["state"]) for seat in lobby["seats"]] + [(lobby["lookers"], "lookers")]
        if self._present and present != self._present:
            self._has_stirred = True
        self._present = present

    def see(self, scene: "Scene", is_whole: "bool") -> "None":
        """Note the dealt hand and all plays that a scene shows. A whole scene tells its round from the beginning."""
        if self.kept["stage"] == "committed":  # the match was dealt without this device's bytes
            self._forget()
        if self.kept["stage"] != "opened":
            self.kept["stage"] = "played"
        plays, number = self._plays, scene["round"]["number"]
        if is_whole:
            plays[:] = [play for play in plays if play[0] != number]
        if "card" in scene and scene.get("you", -1) >= 0:
            self._hands[str(number)] = [tile["tile"] for tile in scene["hand"]]
        for step in scene["steps"]:
            if step["do"] == "play" and len(plays) < MOST_WITNESSED:
                plays.append((number, step["seat"], step["tile"]))
            elif step["do"] == "take-back":
                own = [index for index in range(len(plays)) if plays[index][:2] == (number, step["seat"])]
                if own:
                    del plays[own[-1]]

    def open(self, message: "OpenedLine") -> "tuple[Keepsake, Witness]":
        """What this device knows of the match that the host has disclosed. Nothing, if it was in another match."""
        mine: Keepsake = self.kept.copy()
        if message.get("match", 1) != self.kept["match"]:
            mine["who"], mine["bytes"], mine["shares"] = "", "", []
        self.kept["stage"] = "opened"
        return mine, {"hands": self._hands, "plays": self._plays}
