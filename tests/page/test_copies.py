"""What the page and the engine each declare for themselves is the same: they run in two interpreters and share few modules."""

from typing import Any

import pytest

from game.engine.house import house_rules
from game.laboratory.trials import CONTEST
from game.players import levels
from game.records.links import shared_parts


@pytest.mark.parametrize(
    ("module", "name", "declared"),
    [
        ("people.portraits", "LEVELS", levels.LEVELS),
        ("laboratory.lab_tables", "LEVELS", tuple(CONTEST)),
        ("new_game.saved_rules", "LENGTH_OPTION", house_rules.LENGTH_OPTION),
    ],
)
def test_the_page_declares_what_the_engine_declares(
    page: Any, module: str, name: str, declared: object
) -> None:
    assert getattr(page(module), name) == declared


def test_a_link_can_name_every_level() -> None:
    """The order in links is that in which the levels were added."""
    assert set(levels.LEVELS) < set(shared_parts.LEVELS)
