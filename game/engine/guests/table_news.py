"""What is different at a table whose rules were changed between two matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.narration.messages import message
from game.rules.options.declared import BY_CODE, Options, Value

if TYPE_CHECKING:
    from game.contract.basics import Message

LENGTH = ("set", "rounds")
"""The options that are told beside another rule-book. Its other rules are in the written rules."""
MOST = 8


def news_of(old: Options, old_book: str | None, new: Options, new_book: str | None) -> list[Message]:
    """The sentences that tell the guests what is different, at most MOST."""
    news = []
    if new.players != old.players:
        news.append(message("news.seats", n=new.players))
    is_other_book = new_book != old_book and new_book is not None
    if is_other_book:
        news.append(message("news.book", book=message(f"preset.{new_book}.name")))
    for code in BY_CODE:
        value = getattr(new, code)
        if code == "players" or value == getattr(old, code) or (is_other_book and code not in LENGTH):
            continue
        news.append(message("news.option", option=message(f"option.{code}.label"), value=_word(code, value)))
    return news[:MOST]


def _word(code: str, value: Value) -> Message | int:
    """An option's value as a message, or the number itself."""
    if isinstance(value, bool):
        return message("ui.on" if value else "ui.off")
    return value if isinstance(value, int) else message(f"option.{code}.{value}")
