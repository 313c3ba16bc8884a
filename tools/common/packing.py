"""Pack files of other packages for the page: copy them, and compile Python to Pyodide's bytecode."""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from tools.common import provision


def copy_files(source: Path, target: Path, patterns: tuple[str, ...]) -> None:
    """Copy the files of a folder that match the patterns.

    JavaScript loses its link to a source map, which is not shipped.
    """
    target.mkdir(parents=True)
    for pattern in patterns:
        named = [path for path in source.glob(pattern) if path.suffix != ".map"]
        if not named:
            raise FileNotFoundError(f"{source} has no {pattern}: has the package changed?")
        for path in named:
            if path.suffix in (".js", ".mjs"):
                text = re.sub(r"\n//# sourceMappingURL=\S+\s*$", "\n", path.read_text())
                (target / path.name).write_text(text)
            else:
                shutil.copyfile(path, target / path.name)


def compile_python(
    source: Path,
    target: Path,
    optimize: int,
    drop: tuple[str, ...] = (),
    replaced: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Pack the Python of a zip or folder as bytecode for Pyodide into the zip `target`.

    Args:
        source: the zip or folder.
        target: the zip to write.
        optimize: Python's optimization level, 0 to 2.
        drop: patterns of paths to leave out.
        replaced: new texts of modules by path. compile.mjs documents all of these.
    """
    texts = [f"{name}={text}" for name, text in replaced.items()]
    script = Path(__file__).with_name("compile.mjs")
    provision.run([provision.node(), script, source, target, str(optimize), *drop, *texts])
