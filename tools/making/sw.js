// The service worker: caches every file of dist/ for use without a network (Workbox's precache), and checks each against its hash.
//
// - The installation first takes all files that the browser has already, because this person has used them and they cost no network. The
//   others follow in the order of tools/making/precache.mjs.
// - A damaged file is never cached: its bytes differ from the built ones, for example because a network sent its own page. The file
//   is fetched a second time, past the browser's cache. If that fails too, the installation fails. The next visit tries it again.
// - index.html is checked whenever it is served, because the page can repair other damaged files. Scripts are checked too: once a
//   browser has loaded a damaged script, it may keep it in memory, even after the cache is repaired and the page reloaded.
// - Requests for Pyodide's wasm go to the browser, because a browser keeps compiled code only for a file that it fetched itself.
//   Without a network, assets/engine.js and assets/boot.js read the wasm from this cache.
// - The message {type: "CHECK"} checks all cached files and fetches damaged ones again. The answer counts files: {damaged, mended}.
// - The message {type: "PARTS"} asks what this device keeps. The answer lists the parts of the offline copy, see `parts`.
// - The message {type: "SKIP_WAITING"} activates a new version, which waits until then (assets/updates.js).
import { PrecacheController } from "workbox-precaching";

const PAGE = "index.html";
const NOT_SERVED = /pyodide\.asm\.wasm$/;
const FOLDER = new URL("./", location.href); // the folder of this file; the registered scope may lack the last slash
const PAGE_ADDRESS = new URL(PAGE, FOLDER).href;
const fetchAgain = { handlerDidError: ({ request, event }) => (event.type === "install" ? fetchToCache(request.url, "reload") : undefined) };
const precache = new PrecacheController({ plugins: [fetchAgain] });
const files = self.__WB_MANIFEST; // {url, revision, integrity, part, bytes}
precache.addToCacheList(files);

addEventListener("install", (event) => event.waitUntil(takeKnown().then(() => precache.install(event))));
addEventListener("activate", (event) => precache.activate(event));

addEventListener("message", (event) => {
  if (event.data.type === "SKIP_WAITING") skipWaiting();
  if (event.data.type === "CHECK") event.waitUntil(check().then((counts) => event.ports[0].postMessage(counts)));
  if (event.data.type === "PARTS") event.waitUntil(parts().then((found) => event.ports[0].postMessage(found)));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (address.href.split(/[?#]/)[0] + "/" === FOLDER.href) event.respondWith(Response.redirect(FOLDER.href + address.search));
    else if ([FOLDER.pathname, FOLDER.pathname + PAGE].includes(address.pathname)) event.respondWith(pageResponse(event));
    return;
  }
  const key = precache.getCacheKeyForURL(address.origin + address.pathname);
  if (!key || NOT_SERVED.test(key) || request.cache === "reload") return;
  event.respondWith((request.destination === "script" ? checkedResponse : cachedResponse)(event, request, key));
});

// The cached file, or else the file from the network.
function cachedResponse(event, request, cacheKey) {
  return precache.strategy.handle({ event, request, params: { cacheKey, integrity: precache.getIntegrityForCacheKey(cacheKey) } });
}

// Like cachedResponse, but a damaged cached file is fetched again.
async function checkedResponse(event, request, key) {
  const cache = await caches.open(precache.strategy.cacheName);
  // One is read here, the other is served unread: a browser delivers that even if it stops this worker meanwhile.
  const [checked, served] = await Promise.all([cache.match(key), cache.match(key)]);
  if (await isIntact(checked, key)) return served;
  await cache.delete(key);
  return cachedResponse(event, request, key);
}

// index.html; if neither the cache nor the network has it, a page that says so.
async function pageResponse(event) {
  const key = precache.getCacheKeyForURL(PAGE_ADDRESS);
  try {
    return await checkedResponse(event, new Request(PAGE_ADDRESS), key);
  } catch {
    return new Response(self.__PAGE_WITHOUT_NETWORK, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }
}

// Whether a cached response exists and has the hash of the built file. Reads the response.
async function isIntact(response, key) {
  if (!response) return false;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return precache.getIntegrityForCacheKey(key) === `sha256-${btoa(String.fromCharCode(...digest))}`;
}

// Caches the files that the browser's own cache has, and that are not cached here yet. It has the page under the address of the folder.
async function takeKnown() {
  const cache = await caches.open(precache.strategy.cacheName);
  for (const [url, key] of precache.getURLsToCacheKeys()) {
    if (await cache.match(key)) continue;
    await fetchToCache(url, "only-if-cached", url === PAGE_ADDRESS ? FOLDER.href : url);
  }
}

// The parts of the offline copy, in the order in which they are fetched: [{part, bytes, missing}]. `missing` counts bytes that are not
// cached yet. The sizes are those of the files themselves, because browsers cache them without compression.
async function parts() {
  const cache = await caches.open(precache.strategy.cacheName);
  const cached = new Set((await cache.keys()).map(({ url }) => url));
  const found = new Map();
  for (const { url, part, bytes } of files) {
    const sum = found.get(part) ?? { part, bytes: 0, missing: 0 };
    sum.bytes += bytes;
    if (!cached.has(precache.getCacheKeyForURL(url))) sum.missing += bytes;
    found.set(part, sum);
  }
  return [...found.values()];
}

// Fetches a file, from `address` if that is another one, and caches it. Returns undefined without a network, and for a file with another hash.
async function fetchToCache(url, mode, address = url) {
  const key = precache.getCacheKeyForURL(url);
  const cache = await caches.open(precache.strategy.cacheName);
  try {
    const response = await fetch(address, { integrity: precache.getIntegrityForCacheKey(key), cache: mode, mode: "same-origin" });
    await cache.put(key, response);
    return cache.match(key);
  } catch {
    return undefined;
  }
}

// Fetches every missing or damaged file again. Returns the numbers of files {damaged, mended}.
async function check() {
  const cache = await caches.open(precache.strategy.cacheName);
  const counts = { damaged: 0, mended: 0 };
  for (const [url, key] of precache.getURLsToCacheKeys()) {
    if (await isIntact(await cache.match(key), key)) continue;
    counts.damaged += 1;
    await cache.delete(key);
    if ((await fetchToCache(url, "default")) ?? (await fetchToCache(url, "reload"))) counts.mended += 1;
  }
  return counts;
}
