"""The form for a new match: rule-books, options, seats, and saved sets of house rules."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import NotRequired, TypedDict

    from game.contract.answers.list_answers import HouseData, Menu, OptionsSummary, PresetData, Wished
    from game.contract.basics import Changes, OptionValue, SeatKind, Value
    from game.contract.kept import KeptSeat

    class SetupSeat(TypedDict):
        """A seat in the choices for a new match."""

        name: str
        kind: SeatKind
        level: str | None  # the bot's level, None for a person
        style: str | None  # the bot's style, None for a person
        phone: NotRequired[bool]  # a guest with a phone has a bot's seat

    class ValidPart(TypedDict, total=False):
        """The part of the choices that returns after a conflict."""

        preset: str | None  # the code of the rule-book
        changes: Changes  # options that differ from the rule-book
        seats: list[SetupSeat]
        house: str  # the id of the chosen set of house rules, or ""
        title: str  # the name under which to save the rules

    class Checked(TypedDict, total=False):
        """What the engine's check of the choices changes."""

        summary: OptionsSummary | None  # the resolved rules; None if options contradict each other
        wished: Wished | None  # for contradictory options, instead of the summary
        fitting: ValidPart | None  # the last choices without a conflict
        problem: str  # the conflict as a sentence, or ""
        ways: list[OptionValue]  # fixes for the conflict

    class Setup(ValidPart, Checked, total=False):
        """The choices for a new match. A change of it has some of them."""

        phones: bool  # whether the form is for a table with own phones; otherwise "phone" has no meaning

    RuleBook = tuple[PresetData, dict[str, Value]]
    """A rule-book, and its values by option."""

    class ChosenRules(TypedDict):
        """Rules as arguments for the engine."""

        preset: str | None
        changes: Changes

    class StartArguments(ChosenRules):
        """The arguments of the engine's verb `start`, without `aspect`."""

        seats: list[KeptSeat]

    class NamedRules(ChosenRules):
        """A saved set of house rules, or rules from elsewhere; then `id` is empty."""

        id: str
        name: str

    class NewGameState(TypedDict, total=False):
        """The types of the values below."""

        house_rules: list[HouseData]
        removed_house_name: str
        declarations: Menu | None


room = Room(
    __name__,
    "phone_seats",
    "seat_rows",
    "new_game_form",
    "setup_check",
    "options_form",
    "saved_rules",
    "form_actions",
    "saved_rules_actions",
)
room.state(
    house_rules=[],  # the saved sets: [{"id", "name", "preset", "changes", "players", "picture"}, …]
    removed_house_name="",  # the name of the set that was deleted last and can be restored, or ""
    declarations=None,  # rule-books, options, bot levels and bot styles, as the engine declares them
)
