// The engine's memory as it stands when Python has started and the game is imported, before it has seen anything of the
// browser or of a match. The first visit keeps it, in a cache of its own, and the following ones go on from there
// (docs/startup.md). Kept are the blocks that hold anything, with their places, and a hash: a damaged engine is worse than
// a slow one. The key names the build and the browser, for no other has the same memory.
//
// As bytes: four numbers (of 32 bits: the length of Pyodide's header, the length of the memory, how many blocks, 0), the places
// of the blocks, Pyodide's header, the blocks.
const CACHE = "chickenfoot-engine"; // assets/boot.js drops it when an engine fails
const BLOCK = 1 << 14; // bytes
const HASH = "X-SHA-256";

// What is to be kept of a Pyodide, as parts of a Blob.
export function take({ _api: api, _module: module }) {
  const heap = module.HEAPU8;
  const header = headerOf(api, module);
  const words = new Uint32Array(heap.buffer);
  const places = [];
  for (let place = 0; place < heap.length / BLOCK; place++) if (!empty(words, place)) places.push(place);
  const blocks = new Uint8Array(places.length * BLOCK);
  places.forEach((place, index) => blocks.set(heap.subarray(place * BLOCK, (place + 1) * BLOCK), index * BLOCK));
  return [Uint32Array.of(header.length, heap.length, places.length, 0, ...places), header, blocks];
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

function empty(words, place) {
  const end = ((place + 1) * BLOCK) / 4;
  for (let index = (place * BLOCK) / 4; index < end; index++) if (words[index]) return false;
  return true;
}

// Keeps what was taken under the key, in place of any other.
export async function keep(key, parts) {
  if (!self.caches) return;
  const bytes = await new Blob(parts).arrayBuffer();
  await forget();
  const cache = await caches.open(CACHE);
  await cache.put(key, new Response(bytes, { headers: { [HASH]: await hash(bytes) } }));
}

// What was kept under this key: Pyodide's header, and `lay`, which puts all in its place in a memory. Undefined where there
// is nothing that can be trusted.
export async function recall(key) {
  const answer = await self.caches?.match(key, { cacheName: CACHE });
  if (!answer) return undefined;
  const kept = await answer.arrayBuffer();
  if ((await hash(kept)) !== answer.headers.get(HASH)) return forget();
  const [length, whole, count] = new Uint32Array(kept, 0, 3);
  const places = new Uint32Array(kept, 16, count);
  const begin = 16 + 4 * count;
  const blocks = new Uint8Array(kept, begin + length);
  const lay = (heap) => {
    if (heap.length !== whole) throw new Error(`a memory of ${heap.length} bytes in place of ${whole}`);
    const words = new Uint32Array(heap.buffer);
    for (let place = 0, index = 0; place < whole / BLOCK; place++) {
      const here = place * BLOCK;
      if (places[index] === place) heap.set(blocks.subarray(index * BLOCK, ++index * BLOCK), here);
      else if (!empty(words, place)) heap.fill(0, here, here + BLOCK);
    }
  };
  return { header: new Uint8Array(kept.slice(begin, begin + length)), lay };
}

export async function forget() {
  await self.caches?.delete(CACHE);
}

async function hash(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
