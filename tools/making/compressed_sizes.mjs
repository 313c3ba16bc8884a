// Measures the download of a first visit: node tools/making/compressed_sizes.mjs DIST QUALITY [slow]
// Prints a JSON object: for each file of DIST that a visitor fetches before the first match, its size in bytes as Brotli.
// With "slow", those of a start without the heap snapshot.
// QUALITY is Brotli's quality, 0 to 11: 11 for hosts that compress a file once, 4 to 9 for hosts that compress at each request.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const [dist, quality, line] = process.argv.slice(2);
// Files that browsers fetch later or never.
const LATER = /(^THIRD-PARTY\.txt|^_headers|^sw\.js|\/(updates|wait|sharing|laboratory|peers|answers|scanner|scanner_worker)\.js|\/survey\.json|\/lean-qr\/index\.mjs|\/jsqr\/jsQR\.js|\/(?!page)\w+\.rom\.wasm|\/relay\/.*|\/u8-mqtt-packet\/.*|\.png|\.jpg|\.webmanifest|\.svg)$/;
const NOT_SLOW = /\/(snapshot\.wasm|snapshot\.js|rest\.zip\.wasm)$/; // not fetched before a start on a slow line
const NOT_FAST = /\/(library|game|rest)\.zip\.wasm$/; // not fetched before a start from the heap snapshot
const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const early = files.map((entry) => relative(dist, join(entry.parentPath ?? entry.path, entry.name))).filter((name) => !LATER.test(name));
const hasSnapshot = early.some((name) => /\/snapshot\.wasm$/.test(name));
const left = line === "slow" ? NOT_SLOW : NOT_FAST;
const names = early.filter((name) => !(hasSnapshot && left.test(name)));
const params = { [constants.BROTLI_PARAM_QUALITY]: Number(quality), [constants.BROTLI_PARAM_LGWIN]: 22 };

function size(name) {
  return brotliCompressSync(readFileSync(join(dist, name)), { params }).length;
}

console.log(JSON.stringify(Object.fromEntries(names.map((name) => [name, size(name)]))));
