// The engine's memory as it stands when Python has started and the game is imported, before it has seen anything of a browser
// or of a match. It is taken once, when dist/ is built (tools/making/begun.mjs), and every visit goes on from there
// (docs/startup.md).
//
// The file is a WebAssembly module of nothing but one section of our own, so hosts know its type and send it compressed. In it,
// from byte AHEAD on: four numbers of 32 bits (the length of Pyodide's header, of the memory, of its part that wasm itself fills,
// and how many blocks follow), the places of the blocks, Pyodide's header, the blocks. A block holds what differs from the memory
// of a wasm that has not run: both XORed, which compresses a third better than what is there.
const BLOCK = 1 << 14; // bytes
const WORDS = BLOCK / 4;
const NAME = "chickenfoot's memory"; // as long as it takes to make AHEAD a multiple of four
const AHEAD = 8 + 1 + 5 + 1 + NAME.length + 1; // magic and version, number, size, the name's length, the name, one byte

// What is kept of a Pyodide whose wasm had the memory `untouched` (bytes) before it ran, as the file's parts.
export function take({ _api: api, _module: module }, untouched) {
  const now = new Uint32Array(module.HEAPU8.buffer);
  const before = new Uint32Array(untouched.buffer);
  const places = [];
  const blocks = [];
  for (let place = 0; place < now.length / WORDS; place++) {
    const block = now.slice(place * WORDS, (place + 1) * WORDS).map((word, index) => word ^ (before[place * WORDS + index] ?? 0));
    if (!empty(block, 0)) {
      places.push(place);
      blocks.push(block);
    }
  }
  let still = before.length / WORDS;
  while (empty(before, still - 1)) still -= 1;
  const header = headerOf(api, module);
  const numbers = Uint32Array.of(header.length, 4 * now.length, still * BLOCK, places.length, ...places);
  const content = [numbers, header, ...blocks];
  return [sectionOf(new Blob(content).size), ...content];
}

// The beginning of a module of which all that follows is one section of our own.
function sectionOf(length) {
  const name = new TextEncoder().encode(NAME);
  const size = 1 + name.length + 1 + length;
  const leb = [0, 7, 14, 21, 28].map((shift) => ((size >>> shift) & 127) | (shift < 28 ? 128 : 0)); // always of five bytes
  return Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 0, ...leb, name.length, ...name, 0);
}

// What Pyodide writes before a memory: of none, for it would copy the whole, most of which is nothing.
function headerOf(api, module) {
  const { HEAP8 } = module;
  api.config._makeSnapshot = true; // asked for at the start, it would put a proxy before all of the browser
  module.HEAP8 = new Int8Array(0);
  try {
    return api.makeSnapshot();
  } finally {
    module.HEAP8 = HEAP8;
  }
}

// What a file (an ArrayBuffer) holds: Pyodide's header; how much of a wasm's untouched memory `lay` needs to put all in its place.
export function thaw(file) {
  const [length, whole, still, count] = new Uint32Array(file, AHEAD, 4);
  const places = new Uint32Array(file, AHEAD + 16, count);
  const begin = AHEAD + 16 + 4 * count;
  const blocks = new Uint32Array(file, begin + length, count * WORDS);
  const lay = (module, untouched) => {
    if (module.HEAPU8.length !== whole) throw new Error(`a memory of ${module.HEAPU8.length} bytes in place of ${whole}`);
    const now = new Uint32Array(module.HEAPU8.buffer);
    const calls = waysOfCalling(module);
    const own = now[calls];
    now.fill(0, still / 4, module._sbrk(0) / 4); // what the start wrote
    now.set(new Uint32Array(untouched.buffer));
    for (const [index, place] of places.entries()) {
      const block = blocks.subarray(index * WORDS, (index + 1) * WORDS);
      if (place * BLOCK >= still) now.set(block, place * WORDS);
      else for (let word = 0; word < WORDS; word++) now[place * WORDS + word] ^= block[word];
    }
    now[calls] = own;
  };
  return { header: new Uint8Array(file.slice(begin, begin + length)), still, lay };
}

// Where Python notes which function of the browser's it calls C by, if any (on iOS none): what a memory from elsewhere cannot know.
function waysOfCalling({ __PyRuntime: runtime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: offset, HEAPU32 }) {
  return (runtime + HEAPU32[offset / 4]) / 4;
}

function empty(words, place) {
  const end = (place + 1) * WORDS;
  for (let index = place * WORDS; index < end; index++) if (words[index]) return false;
  return true;
}
