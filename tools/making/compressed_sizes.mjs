// node tools/making/compressed_sizes.mjs DIST QUALITY: the files of DIST that a first visit fetches before one can play, each with its size
// in bytes as Brotli of that quality (0 to 11), as a JSON object. Hosts compress once and keep the result (11), or at each request (4 to 9).
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const [dist, quality] = process.argv.slice(2);
const LATER = /(^THIRD-PARTY\.txt|^_headers|^sw\.js|\/updates\.js|\/sharing\.js|\/lean-qr\/index\.mjs|\.png|\.jpg|\.webmanifest|\.svg)$/;
const ARCHIVES = /\/(game|python_stdlib)\.zip$/; // come later where there is a heap snapshot
const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const all = files.map((entry) => relative(dist, join(entry.parentPath ?? entry.path, entry.name))).filter((name) => !LATER.test(name));
const names = all.filter((name) => !(all.some((other) => /\/snapshot\.(wasm|bin)$/.test(other)) && ARCHIVES.test(name)));
const size = (name) => (name.endsWith(".bin") ? (bytes) => bytes : (bytes) => brotliCompressSync(bytes, { params }))(readFileSync(join(dist, name))).length; // hosts do not know the type .bin
const params = { [constants.BROTLI_PARAM_QUALITY]: Number(quality), [constants.BROTLI_PARAM_LGWIN]: 22 };
console.log(JSON.stringify(Object.fromEntries(names.map((name) => [name, size(name)]))));
