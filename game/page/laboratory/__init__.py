"""The rule laboratory: two tables to compare, the workers that play the trials, and the figures.

The modules of this folder are not in the page's image, but in laboratory.rom.wasm (tools/making/micropython.py). The room
comes late, see game/page/late/.
"""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import NotRequired, TypedDict

    from game.contract.answers.laboratory_answers import (
        CheckedTables,
        LinkedComparisonData,
        ShownComparison,
        SurveyedOption,
    )
    from game.contract.basics import Changes, Value, Wanted

    class LabSetup(TypedDict, total=False):
        """The two tables, and how they are compared. A change of it has some of these values."""

        a: str
        b: str
        option: str
        value: Value | None
        players: int
        level: str
        deals: int
        seed: str

    class LinkedTable(Wanted):
        """A table of an opened link, or of earlier figures."""

        name: str  # may be empty
        tried: NotRequired[bool]  # of figures on screen

    class TableRules(TypedDict):
        """The rules of a table."""

        preset: str | None
        changes: Changes

    class TablePair(TypedDict):
        """The two tables as arguments of the worker's verbs."""

        a: Wanted
        b: Wanted

    class TrialSetting(TablePair):
        """The arguments of the worker's verb `trial`, without the trial's number."""

        level: str
        seed: str

    class LaboratoryState(TypedDict, total=False):
        """The types of the values below."""

        lab_setup: LabSetup
        lab_linked: list[LinkedTable]
        lab_tried: list[LinkedTable]
        lab_check: CheckedTables | None
        lab_problem: str
        lab_result: ShownComparison | LinkedComparisonData | None
        lab_running: bool
        lab_seconds: int | None
        lab_survey: SurveyedOption | None
        lab_open: str
        lab_link: str


room = Room(__name__, "lab_workers", "lab_tables", "lab_view", "lab_actions", "lab_results")

# "a" and "b" are tables: "mine", "book/CODE", "house/ID", "link/A" or "link/B". "option" is one option of A that has
# another "value" than in the chosen rules, or "".
# The tables "link/A" and "link/B" are {"preset", "changes", "players", "name"}; "name" may be empty. A table with "tried" is
# one of the figures on screen, kept because the key that it was chosen by stands for other rules now.
CHOICES: "LabSetup" = {
    "a": "mine",
    "b": "book/montgomery",
    "option": "",
    "value": None,
    "players": 4,
    "level": "hen",
    "deals": 1000,
    "seed": "laboratory",
}
room.state(
    lab_setup=CHOICES,  # the two tables, and how they are compared
    lab_linked=[],  # the tables of an opened link or of earlier figures: [A, B], see above
    lab_tried=[],  # the tables of this device's trials, in the same form; [] for figures of a link
    lab_check=None,  # the worker's answer to `check` for the chosen tables
    lab_problem="",  # why the chosen tables cannot be compared, or ""
    lab_result=None,  # the worker's answer to `figures`
    lab_running=False,  # whether workers play trials
    lab_seconds=None,  # the estimated seconds up to the end of the run; None until it is known
    lab_survey=None,  # the worker's answer to `survey` for the chosen option
    lab_open="",  # the code of the measure whose definition is shown, or ""
    lab_link="",  # the address of the result, while its dialog is open
)
