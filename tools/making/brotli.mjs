// Compresses a folder as hosts do: node tools/making/brotli.mjs FOLDER TARGET QUALITY [SUFFIX]
// Writes each file of FOLDER as Brotli to TARGET, under the same path with SUFFIX. QUALITY is 0 to 11. With a suffix, leaves out files
// that hardly become smaller, such as pictures.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const WORTH = 0.95; // the largest part of a file's size that is worth a compressed copy
const [folder, target, quality, suffix = ""] = process.argv.slice(2);
const params = { [constants.BROTLI_PARAM_QUALITY]: Number(quality), [constants.BROTLI_PARAM_LGWIN]: 22 };
const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const files = entries.map(({ parentPath, path, name }) => join(parentPath ?? path, name)).filter((file) => !suffix || !file.endsWith(suffix));
for (const file of files) {
  const content = readFileSync(file);
  const compressed = await promisify(brotliCompress)(content, { params });
  if (suffix && compressed.length > WORTH * content.length) continue;
  const copy = join(target, relative(folder, file)) + suffix;
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, compressed);
}
