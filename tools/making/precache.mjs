// Writes the service worker: node tools/making/precache.mjs DIST SENTENCE RETRY FIRST…
// Bundles sw.js of this folder into DIST/sw.js, with the list of the files of DIST and their hashes. If neither
// the cache nor the network has index.html, the service worker shows a page with SENTENCE and a link with the text RETRY.
// The files FIRST are fetched before all others, in this order: with them the next visit is quick, even if the offline copy is not complete.
// The others follow by parts (PARTS), which the settings list with their sizes.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import replace from "@rollup/plugin-replace";
import terser from "@rollup/plugin-terser";
import { rollup } from "rollup";
import { getManifest } from "workbox-build";

// The parts of the offline copy after the first, "game", in the order in which they are fetched, with the ends of their files' names. Most
// visits need nothing of the last three: the page has fetched its own language.
const PARTS = [
  ["quick", /\/snapshot\.(wasm|js)$/],
  ["rooms", /\/((rest\.zip|laboratory\.rom|post\.rom)\.wasm|laboratory\.js|survey\.json|(sharing|canvas)\.js|lean-qr\/.*)$|^THIRD-PARTY\.txt$/],
  ["pictures", /\.(png|jpg)$/],
  ["languages", /\/locales\//],
  ["phones", /\/(phones\.rom\.wasm|(peers|answers|scanner|scanner_worker|jsQR)\.js)$/],
];
const [dist, sentence, retry, ...first] = process.argv.slice(2);
const hash = (file) => createHash("sha256").update(readFileSync(`${dist}/${file}`)).digest("base64");
const position = (url) => PARTS.findIndex(([, pattern]) => pattern.test(url)); // -1: the game
const rank = ({ url }) => (first.includes(url) ? first.indexOf(url) : first.length + 1 + position(url));
const inOrder = (manifest) => ({ manifest: manifest.sort((one, other) => rank(one) - rank(other)), warnings: [] });
const about = ({ url, size }) => ({ integrity: `sha256-${hash(url)}`, part: PARTS[position(url)]?.[0] ?? "game", bytes: size });
const described = (manifest) => ({ manifest: manifest.map((entry) => ({ ...entry, ...about(entry) })), warnings: [] });
const { count, size, warnings, manifestEntries } = await getManifest({ // `size` is the sum of all files in bytes
  globDirectory: dist,
  globPatterns: ["**/*"],
  globIgnores: ["sw.js", "_headers", "**/screenshots/*", "**/relay/*", "**/u8-mqtt-packet/*"],
  maximumFileSizeToCacheInBytes: 64 << 20, // the default, 2 MB, would leave out Pyodide
  dontCacheBustURLsMatching: /^(app|runtime)\//, // these addresses contain a hash
  manifestTransforms: [described, inOrder],
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
