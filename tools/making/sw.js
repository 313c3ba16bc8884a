// The service worker: keeps every file of dist/ for use without a network (Workbox's precache), each checked against its hash.
//
// - A file whose bytes are not the built ones is never kept: it is asked for once more, past what the browser has (a network's
//   own page, say); else installing fails, and is tried again at the next visit.
// - index.html is checked whenever it is served: whatever else is damaged, the page that can mend it comes up. Scripts are too: a
//   browser holds one that it has loaded, damaged or not, past the reload after it was mended.
// - The interpreter's wasm is left to the browser, which keeps what it compiled only for what it fetched itself;
//   without a network assets/engine.js takes it from here.
// - {type: "CHECK"} checks all that is kept, fetches anew what is damaged and answers {damaged, mended} in files.
// - {type: "SKIP_WAITING"}: the new version may take over; it waits until it is asked (assets/updates.js).
import { PrecacheController } from "workbox-precaching";

const PAGE = "index.html";
const LEFT_TO_THE_BROWSER = /pyodide\.asm\.wasm$/;
const SCOPE = new URL("./", location.href); // where this file lies; the scope may lack its last slash
const again = { handlerDidError: ({ request, event }) => (event.type === "install" ? put(request.url, "reload") : undefined) };
const precache = new PrecacheController({ plugins: [again] });
precache.addToCacheList(self.__WB_MANIFEST);

addEventListener("install", (event) => precache.install(event));
addEventListener("activate", (event) => precache.activate(event));

addEventListener("message", (event) => {
  if (event.data.type === "SKIP_WAITING") skipWaiting();
  if (event.data.type === "CHECK") event.waitUntil(check().then((found) => event.ports[0].postMessage(found)));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (address.href.split(/[?#]/)[0] + "/" === SCOPE.href) event.respondWith(Response.redirect(SCOPE.href + address.search));
    else if ([SCOPE.pathname, SCOPE.pathname + PAGE].includes(address.pathname)) event.respondWith(page(event));
    return;
  }
  const key = precache.getCacheKeyForURL(address.origin + address.pathname);
  if (!key || LEFT_TO_THE_BROWSER.test(key) || request.cache === "reload") return;
  event.respondWith((request.destination === "script" ? checked : kept)(event, request, key));
});

function kept(event, request, cacheKey) {
  return precache.strategy.handle({ event, request, params: { cacheKey, integrity: precache.getIntegrityForCacheKey(cacheKey) } });
}

async function checked(event, request, key) {
  const cache = await caches.open(precache.strategy.cacheName);
  const answer = await cache.match(key);
  if (await whole(answer, key)) return answer;
  await cache.delete(key);
  return kept(event, request, key);
}

async function page(event) {
  const key = precache.getCacheKeyForURL(new URL(PAGE, SCOPE).href);
  try {
    return await checked(event, new Request(new URL(PAGE, SCOPE)), key);
  } catch {
    return new Response(self.__PAGE_WITHOUT_NETWORK, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }
}

async function whole(answer, key) {
  if (!answer) return false;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer()));
  return precache.getIntegrityForCacheKey(key) === `sha256-${btoa(String.fromCharCode(...digest))}`;
}

// Fetches a file and keeps it; undefined where it cannot be had, or is not the built one.
async function put(url, mode) {
  const key = precache.getCacheKeyForURL(url);
  const cache = await caches.open(precache.strategy.cacheName);
  try {
    const answer = await fetch(url, { integrity: precache.getIntegrityForCacheKey(key), cache: mode });
    await cache.put(key, answer.clone());
    return answer;
  } catch {
    return undefined; // what the browser had is damaged, or there is no network
  }
}

async function check() {
  const cache = await caches.open(precache.strategy.cacheName);
  const found = { damaged: 0, mended: 0 };
  for (const [url, key] of precache.getURLsToCacheKeys()) {
    if (await whole(await cache.match(key), key)) continue;
    found.damaged += 1;
    await cache.delete(key);
    if ((await put(url, "default")) ?? (await put(url, "reload"))) found.mended += 1;
  }
  return found;
}
