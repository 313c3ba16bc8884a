"""Compare JSON data with the shapes of game/contract, which otherwise mypy alone reads."""

import types
from collections.abc import Mapping
from typing import (
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Shape = Any


def misfits(value: object, shape: Shape, at: str = "") -> list[str]:
    """Where data do not fit a shape: missing keys, keys too many, and values of another type. `at` names the place."""
    origin, parts = get_origin(shape), get_args(shape)
    if shape in (object, Any):
        return []
    if is_typeddict(shape):
        return _misfits_of_object(value, shape, at)
    if origin in (Union, types.UnionType):
        return min((misfits(value, part, at) for part in parts), key=len)  # empty if one of them fits
    if origin is Literal:
        return [] if value in parts else [f"{at}: {value!r} is none of {parts}"]
    if origin in (list, tuple):
        if not isinstance(value, list | tuple) or (origin is tuple and len(value) != len(parts)):
            return [f"{at}: no list of the right length"]
        shapes = parts if origin is tuple else parts * len(value)
        pairs = enumerate(zip(value, shapes, strict=True))
        return [each for number, (item, part) in pairs for each in misfits(item, part, f"{at}[{number}]")]
    if origin in (dict, Mapping):
        items = value.items() if isinstance(value, dict) else [("?", ...)]
        return [each for key, item in items for each in misfits(item, parts[1], f"{at}.{key}")]
    plain = (int, float) if shape is float else type(None) if shape is None else shape
    is_other = not isinstance(value, plain) or (isinstance(value, bool) and shape is not bool)
    return [f"{at}: {value!r} is no {shape}"] if is_other else []


def _misfits_of_object(value: object, shape: Shape, at: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{at}: no object"]
    hints = get_type_hints(shape)
    wrong = [f"{at}.{key} lacks" for key in sorted(required(shape) - value.keys())]
    wrong += [f"{at}.{key} is too much" for key in sorted(value.keys() - hints.keys())]
    for key in sorted(value.keys() & hints.keys()):
        wrong += misfits(value[key], hints[key], f"{at}.{key}")
    return wrong


def required(shape: Shape) -> set[str]:
    """The keys that an object of this shape must have."""
    bases = [base for base in getattr(shape, "__orig_bases__", ()) if is_typeddict(base)]
    hints = get_type_hints(shape, include_extras=True)
    inherited = {key for base in bases for key in get_type_hints(base)}
    own = {
        key
        for key, hint in hints.items()
        if get_origin(hint) is Required or (get_origin(hint) is not NotRequired and shape.__total__)
    }
    return own - inherited | {key for base in bases for key in required(base)}
