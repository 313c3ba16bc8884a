"""The form for a new match: rule-books, options, seats, and saved sets of house rules."""

from game.page.kernel.room import Room

room = Room(
    __name__,
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
