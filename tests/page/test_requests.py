"""The page's requests, against the verbs of the contract: mypy does not see which verb `App.ask` posts."""

import ast
import inspect
from pathlib import Path
from typing import NamedTuple

import pytest

from game.contract import engine_verbs
from game.contract.answers import post_answers

ROOT = Path(__file__).resolve().parents[2]
POSTS = ("ask", "ask_for_scene", "call", "post", "post_file", "ask_with_file")
PAGE = sorted((ROOT / "game" / "page").rglob("*.py"))


class Verb(NamedTuple):
    """What the contract says of a verb; an overloaded one has several."""

    may: set[str]  # its arguments
    must: set[str]  # those without a default
    answer: str


def verbs(contract: type) -> dict[str, list[Verb]]:
    """The verbs of a worker, by name."""
    found: dict[str, list[Verb]] = {}
    trees = [ast.parse(inspect.getsource(module)) for module in (engine_verbs, post_answers)]
    groups = [node for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)]
    names = {base.__name__ for base in contract.__mro__}
    for group in groups:
        for method in group.body if group.name in names else []:
            if isinstance(method, ast.AsyncFunctionDef):
                plain, named = method.args.args[1:], method.args.kwonlyargs
                without = plain[: len(plain) - len(method.args.defaults)]
                without += [
                    each for each, value in zip(named, method.args.kw_defaults, strict=True) if value is None
                ]
                may, must = ({each.arg for each in each_of} for each_of in (plain + named, without))
                found.setdefault(method.name, []).append(
                    Verb(may, must, ast.unparse(method.returns or ast.Name("")))
                )
    return found


ENGINE = verbs(engine_verbs.Verbs)
KNOWN = {**verbs(engine_verbs.LaboratoryVerbs), **ENGINE}


def posted(call: ast.AST) -> tuple[str, set[str], bool] | None:
    """The verb of a request, its arguments, and whether it has further ones; None for any other call."""
    if not isinstance(call, ast.Call) or ast.unparse(call.func).split(".")[-1] not in POSTS:
        return None
    texts = [
        each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]
    if not texts or ("_" not in texts[0] and texts[0] not in KNOWN):
        return None
    given = {each.arg for each in call.keywords if each.arg} | (
        {"text"} if "file" in ast.unparse(call.func) else set()
    )
    return texts[0], given, any(each.arg is None for each in call.keywords)


def wrong_requests(source: str) -> list[str]:
    """What a module asks otherwise than the contract says: the verb, its arguments, or the type of the answer."""
    wrong = []
    for node in ast.walk(ast.parse(source)):
        request = posted(node)
        if request:
            verb, given, more = request
            fits = [
                each for each in KNOWN.get(verb, []) if given <= each.may and (more or each.must <= given)
            ]
            wrong += [] if fits else [f"{verb}({', '.join(sorted(given))})"]
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Await):
            request = posted(node.value.value)
            answers = {each.answer for each in KNOWN.get(request[0], [])} if request else set()
            said = ast.unparse(node.annotation).strip("'")
            if request and {said, said.removesuffix(" | None")}.isdisjoint(answers):
                wrong.append(f"{request[0]} -> {said}")
    return wrong


@pytest.mark.parametrize("path", PAGE, ids=lambda path: str(path.relative_to(ROOT / "game" / "page")))
def test_the_page_asks_as_the_contract_says(path: Path) -> None:
    assert wrong_requests(path.read_text()) == []


def test_the_check_sees_requests_and_wrong_ones() -> None:
    seen = [
        request
        for path in PAGE
        for node in ast.walk(ast.parse(path.read_text()))
        if (request := posted(node))
    ]
    assert len(seen) > 60 and len({verb for verb, _, _ in seen}) > 50
    assert wrong_requests("async def f():\n    answer: Tapped | None = await app.ask('tap', tile=t)") == []
    assert wrong_requests("app.ask('tap', tiles=t)") == ["tap(tiles)"]
    assert wrong_requests("app.ask('tap')") == ["tap()"]
    assert wrong_requests("app.ask('open_matches', id=1)") == ["open_matches(id)"]
    assert wrong_requests("async def f():\n    answer: Scene = await app.ask('tap', tile=t)") == [
        "tap -> Scene"
    ]
