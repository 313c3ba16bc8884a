"""Languages: the fallback for single keys, plurals, lists and numbers. A language needs only its file."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from game.narration.localization.language import Language, category, languages, load
from game.narration.localization.texts import choose_language
from game.rules.errors import OptionError
from tools import build
from tools.common import provision

ENGLISH = {
    "language.plurals": "one: n = 1",
    "language.thousands": ",",
    "language.decimal": ".",
    "language.last-two": "{a} and {b}",
    "language.smooth": "",
    "language.more": "{a}, {b}",
    "language.space": " ",
    "toes.one": "{n} toe",
    "toes.other": "{n} toes",
    "came": "You came out {margin}.",
    "fits": "{name} fits {tiles}.",
}
SPANISH = {
    "language.plurals": "one: n = 1",
    "language.thousands": ".",
    "language.decimal": ",",
    "language.last-two": "{a} y {b}",
    "fits": "{name}: {tiles}",
}
POLISH = "one: n = 1; few: n % 10 = 2..4 and n % 100 != 12..14"


@pytest.fixture
def english() -> Language:
    return Language(ENGLISH)


@pytest.fixture
def spanish(english: Language) -> Language:
    return Language(SPANISH, english)


def test_a_number_below_nought_has_the_sign_of_a_book(english: Language) -> None:
    assert english.words(-1250) == "−1,250"


def test_placeholders_are_filled_but_not_inside_values(english: Language) -> None:
    assert (
        english.say("fits", {"name": "{tiles}", "tiles": ["9-4", "9-9", "4-4"]})
        == "{tiles} fits 9-4, 9-9 and 4-4."
    )
    assert english.say("came", {"margin": -7}) == "You came out −7."
    with pytest.raises(KeyError, match="margin"):
        english.say("came")
    with pytest.raises(KeyError, match="never"):
        english.say("never")


def test_a_missing_key_is_said_in_english_with_the_languages_own_numbers(spanish: Language) -> None:
    assert spanish.say("toes", {"n": 1}) == "1 toe"
    assert spanish.say("toes", {"n": 1234567}) == "1.234.567 toes"
    assert spanish.words(1.25) == "1,25"
    assert spanish.say("fits", {"name": ["toes", {"n": 2}], "tiles": ["a", "b", "c"]}) == "2 toes: a, b y c"
    assert spanish.has("came")
    assert not spanish.has("toes")


def test_plurals_go_by_the_rules_in_the_file(english: Language) -> None:
    polish = Language(
        {
            "language.plurals": POLISH,
            "toes.one": "{n} palec",
            "toes.few": "{n} palce",
            "toes.other": "{n} palców",
        },
        english,
    )
    said = [polish.say("toes", {"n": n}) for n in (1, 2, 5, 12, 22, 112)]
    assert said == ["1 palec", "2 palce", "5 palców", "12 palców", "22 palce", "112 palców"]
    assert category("zero: n = 0; one: n % 10 = 1,3..5 or n = 7", 7) == "one"
    assert [category("one: n % 10 = 1,3..5", n) for n in (11, 14, 2)] == ["one", "one", "other"]
    assert category("", 1) == "other"
    with pytest.raises(ValueError, match="is not a plural rule"):
        category("one: i = 1", 1)


def test_a_missing_form_is_other_of_the_same_language(english: Language) -> None:
    half = Language({"language.plurals": POLISH, "toes.other": "{n} palców"}, english)
    assert half.say("toes", {"n": 2}) == "2 palców"


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        ([None, "", "es-MX", "en"], "es"),
        ([None, "fr", "de-AT"], "en"),
        (["es", "en", "en"], "es"),
        ([None, "pt-BR"], "pt-BR"),
        ([None, "pt"], "en"),
        ([], "en"),
    ],
)
def test_the_first_offered_language_is_chosen(wishes: list[str | None], language: str) -> None:
    assert choose_language(["en", "es", "pt-BR"], wishes) == language


def test_a_language_needs_only_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"language.tag": "xx", "option.unknown": "¿{option}?"}
    (tmp_path / "xx.json").write_text(json.dumps(own))
    (tmp_path / "en.json").write_text(json.dumps(load().table))
    assert languages(tmp_path) == ["en", "xx"]
    assert load("xx", tmp_path).say("option.unknown", {"option": "x"}) == "¿x?"
    assert load("xx", tmp_path).say("ui.play") == load().say("ui.play")
    monkeypatch.setattr(build, "languages", lambda: languages(tmp_path))
    monkeypatch.setattr(build, "load", lambda tag="en": load(tag, tmp_path))
    monkeypatch.setattr(build, "boot_tags", lambda *folders: "")
    monkeypatch.setattr(build, "engine_files", lambda *folders: [str(tmp_path / "en.json")])
    assert 'data-languages="en xx"' in build.shell("app/x/", "runtime/x/", "")


def test_a_refusal_states_its_cause() -> None:
    from game.commands.common import sentence
    from game.rules.errors import RecordError

    refusal = RecordError("error.record.options", {})
    assert sentence(refusal) == "The rules of this record cannot be played."
    refusal.__cause__ = OptionError("option.unknown", {"option": "x"})
    assert sentence(refusal) == "The rules of this record cannot be played: There is no option called “x”."


LISTS = """
for (const [tag, lists] of JSON.parse(process.argv[1])) {
  const list = new Intl.ListFormat(tag);
  for (const [parts, ours] of lists) if (list.format(parts) !== ours) console.log(tag, ours, list.format(parts));
}
"""
NAMES = ["Ana", "Ida", "hi", "Hilda", "hielo", "Hiato", "Yago", "9-4"]


def test_lists_are_joined_as_browsers_join_them() -> None:
    def lists(tag: str) -> list[tuple[list[str], str]]:
        table = load(tag)
        names = [*NAMES, *(table.say(key) for key in load().table if key.startswith("seat."))]
        parts = [[], ["Ana"], names, *([names[0], name] for name in names), names[:3]]
        return [(part, table.join_list(part)) for part in parts]

    given = json.dumps([(load(tag).table["language.tag"], lists(tag)) for tag in languages()])
    command = [str(provision.node()), "-e", LISTS, "--"]
    assert subprocess.run([*command, given], capture_output=True, text=True, check=True).stdout == ""
    wrong = json.dumps([("es", [(["Ana", "Ida"], "Ana y Ida")])])
    assert "Ana e Ida" in subprocess.run([*command, wrong], capture_output=True, text=True, check=True).stdout


def test_spanish_joins_before_an_accented_i_as_its_academy_does() -> None:
    said = [load("es").join_list(["Ana", name]) for name in ("Íñigo", "íñigo")]
    assert said == ["Ana e Íñigo", "Ana e íñigo"]


SMALL = """
const [most, ...tags] = process.argv.slice(1);
for (const tag of tags) {
  const { format } = new Intl.NumberFormat(tag);
  for (let n = 0; n < most; n += 1) if (format(n) !== String(n)) console.log(tag, n, format(n));
}
"""


def test_small_numbers_have_the_same_digits_in_every_language() -> None:
    """The page uses the browser's Intl only for larger numbers (game/page/settings/language_choice.py)."""
    text = (provision.ROOT / "game/page/settings/language_choice.py").read_text()
    most = re.search(r"^UNGROUPED_BELOW = ([\d_]+)", text, re.MULTILINE)
    assert most
    tags = [load(tag).table["language.tag"] for tag in languages()]
    command = [str(provision.node()), "-e", SMALL, "--", str(int(most[1])), *tags]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == ""
    assert "٤" in subprocess.run([*command, "ar-EG"], capture_output=True, text=True, check=True).stdout
