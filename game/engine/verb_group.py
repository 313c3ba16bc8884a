"""The verbs of a group: the methods of a class that the page may call by their names.

game/contract/engine_verbs.py has the arguments and the answer of each verb; docs/adding.md says how to add one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

Verb = Callable[..., Awaitable[object]]
"""A request of the page: it takes keyword arguments, and returns JSON-able data or raises Refusal."""
Method = TypeVar("Method", bound=Verb)


def verb(method: Method) -> Method:
    """Make a method a verb."""
    method.is_verb = True  # type: ignore[attr-defined]  # functions have no declared attributes
    return method


def verbs_of(*groups: object) -> dict[str, Verb]:
    """The verbs of some objects, by name."""
    return {
        name: getattr(group, name)
        for group in groups
        for name, method in vars(type(group)).items()
        if getattr(method, "is_verb", False)
    }
