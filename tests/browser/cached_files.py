"""Damage the files that the service worker keeps."""

# Cuts the cached response for one file in half, in every cache.
CUT = """async (name) => {
  for (const key of await caches.keys()) {
    const cache = await caches.open(key);
    for (const request of await cache.keys()) {
      if (!new URL(request.url).pathname.endsWith(name)) continue;
      const answer = await cache.match(request);
      const bytes = await answer.arrayBuffer();
      await cache.put(request, new Response(bytes.slice(0, bytes.byteLength / 2), { headers: answer.headers }));
      return true;
    }
  }
  return false;
}"""
