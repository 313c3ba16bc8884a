"""`python3 tools/common/hashes.py`: write the hashes of every pinned Python package into tools/requirements*.txt.

Run it after a change of a version in one of these files. The hashes come from the package index that pip is configured
to use. They cover all files of a version, for every platform. pip refuses a file whose hash is not listed.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.common import provision

# A pinned requirement with its indented lines of hashes. Groups: name, version, environment marker.
PIN = re.compile(r"^([\w.-]+)==([^\s;\\]+)([^\\\n]*?) *(?:\\\n(?: +--hash=\S+(?: \\)?\n?)*|\n)", re.MULTILINE)


def files() -> list[Path]:
    """Return the paths of all requirements files."""
    return sorted((provision.ROOT / "tools").glob("requirements*.txt"))


def with_hashes(text: str) -> str:
    """Return the text of a requirements file with current hashes. Raises ValueError for a version without files."""
    return PIN.sub(lambda pin: _requirement(*pin.groups()), text)


def _requirement(name: str, version: str, marker: str) -> str:
    """Return the lines of one requirement with its hashes."""
    hashes = sorted(set(published(name, version)))
    if not hashes:
        raise ValueError(f"the package index has no file of {name}=={version}")
    return (
        " \\\n".join([f"{name}=={version}{marker}", *(f"    --hash=sha256:{one}" for one in hashes)]) + "\n"
    )


def published(name: str, version: str) -> Iterator[str]:
    """Yield the SHA-256 of each file of a version, in hexadecimal digits. It uses internal functions of pip."""
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
                except ValueError:  # neither a wheel nor a source archive, or a version in an old form
                    continue
                if str(parsed[1]) == version and link.hash_name == "sha256":
                    yield str(link.hash)


def main() -> None:
    """Rewrite every requirements file."""
    for path in files():
        path.write_text(with_hashes(path.read_text()))
        provision.say(f"{path.name}: {path.read_text().count('--hash=')} hashes")


if __name__ == "__main__":
    if Path(sys.prefix) != provision.VENV:
        # Not provision.rerun_in_venv: it would install the requirements, whose hashes may be outdated.
        sys.exit(subprocess.call([provision.venv_python(), __file__]))
    main()
