"""One parser reads all text from outside (game/records/fields.py: parse_json), and no text can crash it or keep it busy."""

import ast
import json
from pathlib import Path
from time import process_time

import pytest

from game.records import fields
from game.records.option_text import rules_field
from game.rules.errors import RecordError
from game.rules.tiles import parse_tile

GAME = Path(fields.__file__).parents[1]
# Who else may read JSON, and why that is safe.
OTHERS = {
    "records/fields.py": "the parser itself",
    "narration/localization/language.py": "the texts that we publish",
    "page/": "MicroPython, whose parser keeps its own stack (tests/page/test_interpreter.py)",
}
MODULES = {"json", "json.decoder", "json.scanner", "pickle", "marshal", "ast", "tomllib"}
WRITING = {"dumps"}
RUNNING = {"eval", "exec", "compile"}


def readers(source: str) -> list[str]:
    """The places where a module parses data without `fields.parse_json`, as "line name"."""
    found: list[str] = []
    modules: set[str] = set()
    nodes = [*ast.walk(ast.parse(source))]
    for node in nodes:
        if isinstance(node, ast.Import):
            modules |= {alias.asname or alias.name for alias in node.names if alias.name in MODULES}
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            found += [f"{node.lineno} {alias.name}" for alias in node.names if alias.name not in WRITING]
    for node in nodes:
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in modules:
            found += [f"{node.lineno} {node.attr}"] * (node.attr not in WRITING)
        elif isinstance(node, ast.Name) and node.id in RUNNING:
            found.append(f"{node.lineno} {node.id}")
    return found


@pytest.mark.untraced
@pytest.mark.parametrize("path", sorted(GAME.rglob("*.py")), ids=lambda path: str(path.relative_to(GAME)))
def test_no_module_reads_data_past_the_parser(path: Path) -> None:
    if not path.relative_to(GAME).as_posix().startswith(tuple(OTHERS)):
        assert readers(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "import json\njson.loads(text)",
        "import json as j\nj.load(file)",
        "from json import loads",
        "from json.decoder import JSONDecoder",
        "import pickle\npickle.loads(text)",
        "from ast import literal_eval",
        "eval(text)",
    ],
)
def test_the_check_finds_other_parsers(source: str) -> None:
    assert readers(source)


HOSTILE = {
    "deep lists": "[" * 200_000,
    "deep and closed": "[" * 100_000 + "]" * 100_000,
    "deep objects": '{"a":' * 200_000,
    "deep and mixed": '[{"a":' * 100_000 + "1" + "}]" * 100_000,
    "deep behind texts": '["]]]]","' + "[" * 99 + '",' + "[" * 9_999,
    "deep behind an open text": "[" * 9_999 + '"' + "]" * 9_999,
    "quotes within a text that does not end": "[" * 99 + '"' + '\\"' * 900_000,
    "backslashes": "[" * 99 + '"' + "\\" * 1_900_001,
    "not a number": '{"a": NaN}',
    "infinity": "[-Infinity]",
    "beyond all floats": "[1e999]",
    "a huge number": "9" * 1_000_000,
    "NULs": "\0" * 1_000_000,
    "nothing": "",
    "a mark of order": "\ufeff{}",
    "too long": " " * (fields.LONGEST + 1),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_text_is_refused_in_linear_time(what: str) -> None:
    began = process_time()
    with pytest.raises(RecordError) as caught:
        fields.parse_json(HOSTILE[what])
    assert caught.value.key == ("error.record.too-long" if what == "too long" else "error.record.not-json")
    assert process_time() - began < 3  # seconds; a search that takes more than linear time would take minutes


@pytest.mark.parametrize(
    "value",
    [
        {"text": "[" * 5_000, "escaped": '\\"[{' * 500},
        [[]] * 50_000,
        {str(number): {"a": [number]} for number in range(5_000)},
        json.loads("[" * 60 + "]" * 60),
        [1e308, -1.5, 10**300, "\0", "\ud800", "Ö鶏"],
    ],
)
def test_wide_values_and_brackets_in_strings_are_read(value: object) -> None:
    assert fields.parse_json(json.dumps(value)) == value


def test_rules_that_do_not_exist_are_refused_as_a_field_of_an_entry() -> None:
    assert rules_field({"rules": "hastings/5"})[0] == "hastings"
    with pytest.raises(RecordError) as refused:
        rules_field({"rules": "hastings/99"})
    assert refused.value.key == "error.record.options"


def test_chosen_toes_are_read_as_written() -> None:
    toes = {1: {parse_tile("9-4"): 2, parse_tile("0-0"): 0}, 3: {parse_tile("7-7"): 7}}
    assert fields.toes(dict(fields.toes_data(toes | {2: {}}))) == toes
    senseless: fields.Json = {"0": {"9-4": 1}, "1": {"9-4": 8, "4-9": 1, "8-4": True}, "2": 5, "x": {}}
    assert fields.toes(senseless) == fields.toes([]) == {}


def test_only_plausible_aspects_are_read() -> None:
    assert fields.aspects({"1": 0.7, "2": 30, "3": True, "4": "1", "5": 2, "0": 1}) == {1: 0.7, 5: 2.0}
    assert fields.aspects(None) == {} and fields.aspect(None) is None
