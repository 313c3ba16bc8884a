"""Hit areas of places never cover each other, however close the open ends are."""

from hypothesis import given
from hypothesis import strategies as st

from game.page.play.hit_areas import push_apart

POINTS = st.tuples(st.integers(0, 400), st.integers(0, 400))


@given(POINTS, POINTS)
def test_two_places_do_not_overlap_and_stay_near(one: tuple[int, int], two: tuple[int, int]) -> None:
    (ax, ay), (bx, by) = push_apart([one, two], 44)
    assert max(abs(bx - ax), abs(by - ay)) >= 44
    for (x, y), (was_x, was_y) in (((ax, ay), one), ((bx, by), two)):
        assert abs(x - was_x) <= 22
        assert abs(y - was_y) <= 22
