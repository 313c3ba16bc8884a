"""No element has an id or a class that content blockers hide.

Public filter lists hide elements by id and class on all sites: share buttons, advertisements, cookie banners, newsletters.
In November 2026 those of uBlock Origin named 9,675 for social networks alone, many of which are made of the words below.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HIDDEN_WORDS = {
    *(
        "ad",
        "ads",
        "advert",
        "adverts",
        "advertisement",
        "banner",
        "banners",
        "consent",
        "cookie",
        "cookies",
        "facebook",
    ),
    *(
        "follow",
        "gdpr",
        "google",
        "newsletter",
        "popup",
        "promo",
        "promotion",
        "share",
        "shares",
        "sharing",
        "social",
    ),
    *("sponsor", "sponsored", "subscribe", "tracking", "twitter", "whatsapp"),
}
NAMES = re.compile(r"""\b(?:id|class|for|className)=\\?["']([\w -]+)|(?<![\w/])[#.]([a-z][\w-]*)""")


def hidden_names(text: str) -> set[str]:
    """The ids and classes in a text that have one of HIDDEN_WORDS."""
    names = {name for found in NAMES.findall(text) for part in found for name in part.split()}
    return {name for name in names if {*re.split("[-_]", name.lower())} & HIDDEN_WORDS}


@pytest.mark.parametrize(
    "path", ["index.html", *(f"assets/styles/{name.name}" for name in (ROOT / "assets/styles").glob("*.css"))]
)
def test_no_id_and_no_class_is_on_the_lists_of_content_blockers(path: str) -> None:
    assert hidden_names((ROOT / path).read_text()) == set()


def test_names_of_the_lists_are_seen() -> None:
    seen = hidden_names(
        '<p id="share-link" class="wide cookie">#social-bar { } .ad { } data-action="share" .add { }'
    )
    assert seen == {"share-link", "cookie", "social-bar", "ad"}
