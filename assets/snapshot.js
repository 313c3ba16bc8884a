// Writes and restores the heap snapshot of the engine: the memory of Pyodide after Python has started and imported the game.
// It depends on no browser and no match. The build writes it once (tools/making/make_snapshot.mjs). Every visit restores it, which
// replaces the start of Python and all imports (docs/startup.md).
//
// The build carries the file in a WebAssembly module (tools/making/carrier.py), so the content begins at byte CONTENT:
// - four numbers of 32 bits: the lengths in bytes of Pyodide's header, of the memory, and of the part of the memory that the wasm
//   module itself initialises; and the number of blocks;
// - the index of each block, in 32 bits;
// - Pyodide's header;
// - the blocks. A block is the XOR of the snapshot and of the memory of a fresh instance, which compresses a third better than the
//   memory itself. Blocks without a difference are left out.
const BLOCK = 1 << 14; // bytes of a block
const WORDS = BLOCK / 4; // 32-bit words of a block
const CONTENT = 32; // bytes; HEAD in tools/making/carrier.py, a multiple of four

// The parts of the content (an array for `new Blob`) for a started Pyodide. `fresh` is a copy of the memory of its wasm instance from
// before any code ran (Uint8Array).
export function write({ _api: api, _module: module }, fresh) {
  const now = new Uint32Array(module.HEAPU8.buffer).slice();
  const before = new Uint32Array(fresh.buffer);
  now[trampoline(module)] = 0; // this word belongs to the current JavaScript engine; `restore` keeps the browser's own
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
  return [numbers, header, ...blocks];
}

// The header of Pyodide's own snapshots, which describes the JavaScript objects that Python refers to. After the header, Pyodide
// would copy the whole memory, so it gets an empty memory here.
function headerOf(api, module) {
  const { HEAP8 } = module;
  api.config._makeSnapshot = true; // only now: before the start of Pyodide, it would put a proxy around globalThis
  module.HEAP8 = new Int8Array(0);
  try {
    return api.makeSnapshot();
  } finally {
    module.HEAP8 = HEAP8;
  }
}

// Reads a carried file (ArrayBuffer). Returns {header, initialised, restore}:
// - header: Pyodide's header (Uint8Array);
// - initialised: the number of bytes that `restore` needs of the memory of a fresh instance;
// - restore(module, fresh): writes the snapshot into the memory of a started module. `fresh` has those first bytes (Uint8Array).
export function read(file) {
  const [headerSize, memorySize, initialised, count] = new Uint32Array(file, CONTENT, 4);
  const indices = new Uint32Array(file, CONTENT + 16, count);
  const begin = CONTENT + 16 + 4 * count;
  const blocks = new Uint32Array(file, begin + headerSize, count * WORDS);
  const restore = (module, fresh) => {
    const size = module.HEAPU8.length;
    if (size !== memorySize) throw new Error(`a memory of ${size} bytes, the snapshot has ${memorySize}`);
    const now = new Uint32Array(module.HEAPU8.buffer);
    const index = trampoline(module);
    const ownTrampoline = now[index];
    now.fill(0, initialised / 4, module._sbrk(0) / 4); // clear the memory that the start of the module wrote
    now.set(new Uint32Array(fresh.buffer));
    for (const [position, blockIndex] of indices.entries()) {
      const block = blocks.subarray(position * WORDS, (position + 1) * WORDS);
      if (blockIndex * BLOCK >= initialised) now.set(block, blockIndex * WORDS);
      else for (let word = 0; word < WORDS; word++) now[blockIndex * WORDS + word] ^= block[word];
    }
    now[index] = ownTrampoline;
  };
  return { header: new Uint8Array(file.slice(begin, begin + headerSize)), initialised, restore };
}

// The index of the memory word with Python's trampoline: the table index of the JavaScript function by which Python calls C functions
// (0 on iOS, which has none). It is the only word of the snapshot that depends on the browser.
function trampoline({ __PyRuntime: runtime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: offset, HEAPU32 }) {
  return (runtime + HEAPU32[offset / 4]) / 4;
}

// Whether block `index` of an array of words contains only zeros.
function empty(words, index) {
  const end = (index + 1) * WORDS;
  for (let at = index * WORDS; at < end; at++) if (words[at]) return false;
  return true;
}
