"""`python3 tools/common/hashes.py`: writes the hashes of every pinned Python package into tools/requirements*.txt.

Run it after a version in one of these files has changed. A version's hashes are those of all its files, for every platform,
as the package index states them that pip is configured to use. pip installs nothing whose hash is not there.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.common import provision

# A requirement with its marker; what follows it, up to the next line that is not indented, are its hashes.
PIN = re.compile(r"^([\w.-]+)==([^\s;\\]+)([^\\\n]*?) *(?:\\\n(?: +--hash=\S+(?: \\)?\n?)*|\n)", re.MULTILINE)


def files() -> list[Path]:
    """The files of requirements."""
    return sorted((provision.ROOT / "tools").glob("requirements*.txt"))


def with_hashes(text: str) -> str:
    """A requirements file with the hashes of every version that it pins. Raises ValueError for a version without files."""
    return PIN.sub(lambda pin: _line(*pin.groups()), text)


def _line(name: str, version: str, marker: str) -> str:
    found = sorted(set(published(name, version)))
    if not found:
        raise ValueError(f"the package index has no file of {name}=={version}")
    return " \\\n".join([f"{name}=={version}{marker}", *(f"    --hash=sha256:{one}" for one in found)]) + "\n"


def published(name: str, version: str) -> Iterator[str]:
    """The SHA-256 of each file of a version, in hexadecimal digits, as pip's own reader of its configured index gives them."""
    from pip._internal.commands.download import DownloadCommand
    from pip._internal.index.collector import parse_links
    from pip._internal.models.link import Link
    from pip._vendor.packaging.utils import canonicalize_name, parse_sdist_filename, parse_wheel_filename

    command = DownloadCommand("download", "")
    options, _ = command.parse_args(["--quiet", name])
    with command.main_context():
        session = command.get_default_session(options)
        finder = command._build_package_finder(options, session)
        for address in finder.search_scope.get_index_urls_locations(canonicalize_name(name)):
            page = finder._link_collector.fetch_response(Link(address))
            for link in parse_links(page) if page else ():
                try:
                    wheel = link.filename.endswith(".whl")
                    parsed = (parse_wheel_filename if wheel else parse_sdist_filename)(link.filename)
                except ValueError:  # an egg, an installer, a version of before there was a standard
                    continue
                if str(parsed[1]) == version and link.hash_name == "sha256":
                    yield str(link.hash)


def main() -> None:
    """Rewrites every file of requirements."""
    for path in files():
        path.write_text(with_hashes(path.read_text()))
        provision.say(f"{path.name}: {path.read_text().count('--hash=')} hashes")


if __name__ == "__main__":
    if (
        Path(sys.prefix) != provision.VENV
    ):  # the requirements are not installed first: their hashes may be out of date
        sys.exit(subprocess.call([provision.venv_python(), __file__]))
    main()
