"""Derive the trim plan for another version of Pyodide, and compare what Python computes with and without trimming."""

import json
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.common import provision
from tools.trim import pyodide, trim_wasm
from tools.trim.wasm import binary, plan

PYODIDE = "pyodide"  # the npm package
PROGRAM = Path(__file__).parent / "tests" / "computed.py"
RESULTS = PROGRAM.with_suffix(".sha256")
# JavaScript: runs a Python program in the Pyodide of a folder and prints the program's global RESULT as JSON.
COMPUTE = """
const [folder, program] = process.argv.slice(1);
const { loadPyodide } = await import(folder + "/pyodide.mjs");
const { default: createPyodideModule } = await import(folder + "/pyodide.asm.mjs");
const python = await loadPyodide({ createPyodideModule, indexURL: folder + "/" });
python.runPython(program);
process.stdout.write(JSON.stringify(python.globals.get("RESULT").toJs()), () => process.exit(0));
"""


def computed(folder: Path, *options: str) -> list[str]:
    """Run PROGRAM in the Pyodide of a folder, by Node with these options. Return its results."""
    program = PROGRAM.read_text()
    output = provision.node_output(*options, "--input-type=module", "-e", COMPUTE, str(folder), program)
    results: list[str] = json.loads(output)
    return results


def digest(results: list[str]) -> str:
    """Return a hash of the results, as the file RESULTS holds it."""
    return provision.sha256(json.dumps(results).encode())


@contextmanager
def old_wasm() -> Iterator[Path]:
    """Copy the wasm for which the present plan was made, from node_modules or else from npm. Yield the copy's path."""
    present = plan.read(trim_wasm.PLAN)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        installed = provision.ROOT / "node_modules" / PYODIDE / "pyodide.asm.wasm"
        if installed.exists() and present.fits(installed.read_bytes()):
            shutil.copyfile(installed, folder / "old.wasm")
        else:
            provision.run_npm("pack", "--pack-destination", name, present.made["for"].replace(" ", "@"))
            with tarfile.open(next(folder.glob("*.tgz"))) as archive:
                content = archive.extractfile("package/pyodide.asm.wasm")
                assert content
                (folder / "old.wasm").write_bytes(content.read())
        yield folder / "old.wasm"


def derive_plan(old: Path) -> str:
    """Derive the plan for the installed Pyodide from the present plan and write it. Return its figures in a sentence.

    `old` is the wasm for which the present plan was made.
    """
    present = plan.read(trim_wasm.PLAN)
    package = provision.node_modules() / PYODIDE
    wasm = (package / "pyodide.asm.wasm").read_bytes()
    version = json.loads((package / "package.json").read_text())["version"]
    origin = {"by": "tools/upgrade.py", "for": f"{PYODIDE} {version}", "from": present.made["for"]}
    derived = plan.derive(present, old.read_bytes(), wasm, present.made if present.fits(wasm) else origin)
    derived.made["saves"] = str(brotli_size(wasm) - brotli_size(trim_wasm.trim(wasm, derived)))
    plan.write(derived, trim_wasm.PLAN)
    before, after = removed_bytes(present, old.read_bytes()), removed_bytes(derived, wasm)
    return (
        f"the new plan removes functions of {after[0]:,} bytes and tables of {after[1]:,} bytes; "
        f"the plan for {present.made['for']} removes {before[0]:,} and {before[1]:,} bytes"
    )


def brotli_size(content: bytes) -> int:
    """Return the size in bytes as Brotli, at the quality of a host that compresses at each request."""
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


def removed_bytes(trim_plan: plan.Plan, wasm: bytes) -> tuple[int, int]:
    """Return how many bytes of functions, and of tables, a plan removes from the wasm."""
    removed = trim_plan.removed()
    sizes = [len(body) for body in binary.bodies(dict(binary.sections(wasm))[binary.CODE])]
    functions = sum(size for number, size in enumerate(sizes) if number in removed and size > trim_wasm.SMALL)
    return functions, sum(end - begin for begin, end in trim_plan.tables)


def verify() -> int:
    """Compare Python's results with and without trimming, and write their hash for the tests. Return their number.

    Raises ValueError if a result differs.
    """
    untrimmed = computed(provision.node_modules() / PYODIDE)
    trimmed = computed(pyodide.trimmed() / "pyodide")
    different = [pair for pair in zip(untrimmed, trimmed, strict=True) if pair[0] != pair[1]]
    if different:
        raise ValueError(f"{len(different)} of {len(untrimmed)} results differ, the first: {different[0]}")
    RESULTS.write_text(digest(untrimmed) + "\n")
    return len(untrimmed)
