"""What the tests of a start share: a slow server, spoilt files of the engine, and whether the snapshot was restored."""

import time
from pathlib import Path
from typing import Any

from tools.common import provision, serve
from tools.making.carrier import HEAD

MEMORY_SIZE = HEAD + 4  # where the snapshot has the length of the whole memory, see assets/snapshot.js

# Whether this visit restored the heap snapshot.
RESTORED = "() => performance.getEntriesByName('engine:recalled').length === 1"

# Joins the two files of the interpreter's wasm for a Pyodide that assets/engine.js does not start. Takes the address of pyodide.mjs.
JOIN = """async (pyodide) => {
  const later = await WebAssembly.compileStreaming(fetch(new URL("later.wasm", pyodide)));
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const make = WebAssembly[name];
    WebAssembly[name] = async (source, imports) => {
      const made = await make(source, imports), first = made.instance?.exports;
      if (!first?.$later) return made;
      new WebAssembly.Instance(later, { ...imports, first });
      first.$later.value = 1;
      return { ...made, instance: { exports: Object.fromEntries(Object.entries(first).filter(([name]) => !name.startsWith("$"))) } };
    };
  }
}"""


class Slow(serve.Handler):
    """A server that sends the interpreter in pieces, with a pause after each: the line is too slow for the snapshot."""

    ending = ".wasm"  # of the paths that come slowly
    pause = 0.25  # seconds after half a megabyte

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while part := source.read(1 << 19):
            outputfile.write(part)
            time.sleep(self.pause * self.path.endswith(self.ending))


class Slower(Slow):
    """A server on whose line the interpreter takes longer than the three seconds after which the page gives something to read."""

    pause = 0.85


def spoil(published: Path, how: str) -> None:
    """Change the snapshot of a published copy: `missing`; `damaged` in one byte; `strange`: intact, but from an engine of another size."""
    snapshot = next(published.glob("app/*/snapshot.wasm"))
    content = bytearray(snapshot.read_bytes())
    if how == "missing":
        snapshot.unlink()
        return
    if how == "damaged":
        content[len(content) // 2] ^= 255
    else:
        engine = snapshot.parent / "assets" / "engine.js"
        was = provision.sha256(content)
        content[MEMORY_SIZE + 2] ^= 64  # of four bytes
        text = engine.read_text()
        assert was in text
        engine.write_text(text.replace(was, provision.sha256(content)))
    snapshot.write_bytes(content)


def spoil_starter(archive: Path, how: str) -> None:
    """Remove an archive of the starter ("missing"), or change its end ("damaged")."""
    if how == "missing":
        archive.unlink()
    else:
        archive.write_bytes(archive.read_bytes()[:-9] + b"damaged!!")
