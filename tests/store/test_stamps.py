"""The stamps of a page: which stored stamps it may overwrite."""

from game.store.stamps import STAMP, Stamps

MATCH = "match/"


def test_a_stamp_that_was_stored_although_its_reply_failed_is_the_own_one() -> None:
    """A write may be stored although its reply comes too late. The next write of this page must not be refused then."""
    stamps, texts = Stamps(MATCH), {STAMP + "m": "before"}
    stamps.claim("m", texts)
    late: dict[str, str | None] = {MATCH + "m": "one"}
    stamps.add(late, texts)  # and no `confirm`
    again: dict[str, str | None] = {MATCH + "m": "two"}
    (guard,) = stamps.add(again, texts)
    assert guard.key == STAMP + "m" and {"before", late[STAMP + "m"]} <= {*guard.seen}
    assert again[STAMP + "m"] != late[STAMP + "m"]


def test_a_confirmed_stamp_is_the_only_one_that_may_be_overwritten() -> None:
    stamps = Stamps(MATCH)
    changes: dict[str, str | None] = {MATCH + "m": "one"}
    written = stamps.confirm(stamps.add(changes, {}), changes)
    (guard,) = stamps.add({MATCH + "m": "two"}, {})
    assert written[STAMP + "m"] in guard.seen and "" not in guard.seen
