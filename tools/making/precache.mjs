// Writes the service worker: node tools/making/precache.mjs DIST SENTENCE RETRY FIRST…
// Bundles sw.js of this folder into DIST/sw.js, with the list of the files of DIST and their hashes. If neither
// the cache nor the network has index.html, the service worker shows a page with SENTENCE and a link with the text RETRY.
// The files FIRST are fetched before all others, in this order: with them the next visit is quick, even if the offline copy is not complete.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import replace from "@rollup/plugin-replace";
import terser from "@rollup/plugin-terser";
import { rollup } from "rollup";
import { getManifest } from "workbox-build";

// What is fetched last, because most visits need none of it: pictures, other languages (the page has fetched its own), own phones.
const LAST = /\.(png|jpg)$|\/locales\/|\/(phones\.rom|peers\.js|answers\.js|scanner\w*\.js|jsQR\.js|lean-qr\/.*)$/;
const [dist, sentence, retry, ...first] = process.argv.slice(2);
const hash = (file) => createHash("sha256").update(readFileSync(`${dist}/${file}`)).digest("base64");
const rank = ({ url }) => (first.includes(url) ? first.indexOf(url) : first.length + LAST.test(url));
const inOrder = (manifest) => ({ manifest: manifest.sort((one, other) => rank(one) - rank(other)), warnings: [] });
const withHashes = (manifest) => ({ manifest: manifest.map((entry) => ({ ...entry, integrity: `sha256-${hash(entry.url)}` })), warnings: [] });
const { count, size, warnings, manifestEntries } = await getManifest({ // `size` is the sum of all files in bytes
  globDirectory: dist,
  globPatterns: ["**/*"],
  globIgnores: ["sw.js", "_headers", "**/screenshots/*", "**/relay/*", "**/u8-mqtt-packet/*"],
  maximumFileSizeToCacheInBytes: 64 << 20, // the default, 2 MB, would leave out Pyodide
  dontCacheBustURLsMatching: /^(app|runtime)\//, // these addresses contain a hash
  manifestTransforms: [withHashes, inOrder],
});
if (warnings.length) throw new Error(warnings.join("\n"));
const pageWithoutNetwork = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Chickenfoot</title>
<body style="font:1.2rem system-ui;max-width:30em;margin:15vh auto;padding:1em"><p>${sentence}</p><p><a href="">${retry}</a></p>`;
const bundle = await rollup({
  input: fileURLToPath(new URL("sw.js", import.meta.url)),
  plugins: [
    replace({
      preventAssignment: true,
      "process.env.NODE_ENV": '"production"',
      "self.__WB_MANIFEST": JSON.stringify(manifestEntries),
      "self.__PAGE_WITHOUT_NETWORK": JSON.stringify(pageWithoutNetwork),
    }),
    nodeResolve(),
    terser(),
  ],
});
await bundle.write({ file: `${dist}/sw.js`, format: "iife" });
console.log(`sw.js caches ${count} files, ${(size / 1e6).toFixed(1)} MB`);
