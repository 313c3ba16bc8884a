// node tools/making/weigh.mjs DIST QUALITY: what a first visit fetches of DIST before one can play, in bytes as Brotli of that
// quality (0 to 11), a JSON object by file. Hosts compress once and keep it (11) or as they go (4 to 9).
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const [dist, quality] = process.argv.slice(2);
const LATER = /(^THIRD-PARTY\.txt|^_headers|^sw\.js|\/keep\.js|\/game\.zip|\/python_stdlib\.zip|\/sharing\.js|\/lean-qr\/index\.mjs|\.png|\.jpg|\.webmanifest|\.svg)$/;
const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const names = files.map((entry) => relative(dist, join(entry.parentPath ?? entry.path, entry.name))).filter((name) => !LATER.test(name));
const params = { [constants.BROTLI_PARAM_QUALITY]: Number(quality), [constants.BROTLI_PARAM_LGWIN]: 22 };
console.log(JSON.stringify(Object.fromEntries(names.map((name) => [name, brotliCompressSync(readFileSync(join(dist, name)), { params }).length]))));
