// The heap snapshot of the engine: the memory of Pyodide after Python has started and the game is imported, before it has seen
// anything of a browser or of a match. The build writes it once (tools/making/make_snapshot.mjs); every visit restores it in place
// of Python's start and all imports (docs/startup.md).
//
// File format: a WebAssembly module with one custom section, because hosts know that type and compress it. The section holds, from
// byte CONTENT on: four numbers of 32 bits (the length of Pyodide's header, of the memory, of the part of the memory that the wasm
// module itself initialises, and the number of blocks), the indices of the blocks, Pyodide's header, the blocks. A block is the XOR
// of the snapshot and the memory of a fresh instance; only blocks that differ are written. The XOR compresses a third better.
const BLOCK = 1 << 14; // bytes
const WORDS = BLOCK / 4;
const NAME = "chickenfoot's memory"; // its length makes CONTENT a multiple of four
const CONTENT = 8 + 1 + 5 + 1 + NAME.length + 1; // magic and version, section number, size, length of the name, name, one byte

// The parts of the file for a started Pyodide. `fresh` is the memory of its instance before anything ran (Uint8Array).
export function write({ _api: api, _module: module }, fresh) {
  const now = new Uint32Array(module.HEAPU8.buffer).slice();
  const before = new Uint32Array(fresh.buffer);
  now[trampoline(module)] = 0; // of this JavaScript engine; `restore` keeps its own
  const indices = [];
  const blocks = [];
  for (let index = 0; index < now.length / WORDS; index++) {
    const block = now.subarray(index * WORDS, (index + 1) * WORDS).map((word, at) => word ^ (before[index * WORDS + at] ?? 0));
    if (!empty(block, 0)) {
      indices.push(index);
      blocks.push(block);
    }
  }
  let initialised = before.length / WORDS;
  while (empty(before, initialised - 1)) initialised -= 1;
  const header = headerOf(api, module);
  const numbers = Uint32Array.of(header.length, 4 * now.length, initialised * BLOCK, indices.length, ...indices);
  const content = [numbers, header, ...blocks];
  return [moduleHead(new Blob(content).size), ...content];
}

// The first bytes of a module whose one custom section holds `length` bytes that follow.
function moduleHead(length) {
  const name = new TextEncoder().encode(NAME);
  const size = 1 + name.length + 1 + length;
  const leb = [0, 7, 14, 21, 28].map((shift) => ((size >>> shift) & 127) | (shift < 28 ? 128 : 0)); // always five bytes
  return Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 0, ...leb, name.length, ...name, 0);
}

// The header that Pyodide writes before a snapshot: the JavaScript objects that Python refers to. It would append a copy of the
// whole memory, so it is shown an empty one.
function headerOf(api, module) {
  const { HEAP8 } = module;
  api.config._makeSnapshot = true; // set before the start, it would put a proxy around globalThis
  module.HEAP8 = new Int8Array(0);
  try {
    return api.makeSnapshot();
  } finally {
    module.HEAP8 = HEAP8;
  }
}

// Reads a file (ArrayBuffer). Returns Pyodide's header; `initialised`, how many bytes of a fresh instance's memory `restore` needs;
// and `restore`, which writes the snapshot into the memory of a started module.
export function read(file) {
  const [length, whole, initialised, count] = new Uint32Array(file, CONTENT, 4);
  const indices = new Uint32Array(file, CONTENT + 16, count);
  const begin = CONTENT + 16 + 4 * count;
  const blocks = new Uint32Array(file, begin + length, count * WORDS);
  const restore = (module, fresh) => {
    if (module.HEAPU8.length !== whole) throw new Error(`a memory of ${module.HEAPU8.length} bytes, the snapshot has ${whole}`);
    const now = new Uint32Array(module.HEAPU8.buffer);
    const ours = trampoline(module);
    const own = now[ours];
    now.fill(0, initialised / 4, module._sbrk(0) / 4); // what the start wrote
    now.set(new Uint32Array(fresh.buffer));
    for (const [at, index] of indices.entries()) {
      const block = blocks.subarray(at * WORDS, (at + 1) * WORDS);
      if (index * BLOCK >= initialised) now.set(block, index * WORDS);
      else for (let word = 0; word < WORDS; word++) now[index * WORDS + word] ^= block[word];
    }
    now[ours] = own;
  };
  return { header: new Uint8Array(file.slice(begin, begin + length)), initialised, restore };
}

// The word where Python keeps the table index of the JavaScript function by which it calls C functions (0 on iOS, which has none).
// It is the only word of the snapshot that depends on the browser.
function trampoline({ __PyRuntime: runtime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: offset, HEAPU32 }) {
  return (runtime + HEAPU32[offset / 4]) / 4;
}

function empty(words, index) {
  const end = (index + 1) * WORDS;
  for (let at = index * WORDS; at < end; at++) if (words[at]) return false;
  return true;
}
