"""The score pad, on which people who play with real tiles write their points; and the printed score sheet."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NotRequired, TypedDict

    from game.contract.answers.list_answers import PadData, PadRound, PadRow
    from game.contract.basics import Tile
    from game.contract.score_sheets import SheetRow

    class PadDraft(TypedDict, total=False):
        """A round in the entry form, see `round_entry.fresh`. A change of it has some of these values."""

        number: int | None
        out: int | None
        double: bool
        values: list[str | list[Tile]]
        points: list[int | None]
        seat: int

    class WrittenRound(TypedDict):
        """The arguments of the verb `write_pad` for a round."""

        out: int | None
        told: list[int | list[Tile]]
        double: bool
        number: NotRequired[int]

    class PrintedSheet(TypedDict):
        """A score sheet to print."""

        names: list[str]  # by seat
        rows: Sequence[SheetRow | PadRound]
        totals: list[int]  # by seat
        rules: str  # the heading

    class ScorePadState(TypedDict, total=False):
        """The types of the values below."""

        pads: list[PadRow]
        pad: PadData | None
        pad_entry: PadDraft | None
        pad_players: list[str]
        pad_can_undo: bool
        printed_sheet: PrintedSheet | None


room = Room(__name__, "round_entry", "pad_view", "paper_sheet", "pad_actions")
room.state(
    pads=[],  # the saved pads, as rows of the list (engine/house/score_pads.py)
    pad=None,  # the open pad (engine/house/score_pads.py)
    pad_entry=None,  # the round that is being entered, see score_pad/round_entry.py
    pad_players=[],  # the names for a new pad; "" for an empty field
    pad_can_undo=False,  # a pad was deleted and can be restored
    printed_sheet=None,  # the score sheet to print, see `paper_sheet.print_sheet`
)
