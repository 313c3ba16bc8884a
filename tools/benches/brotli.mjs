// Compresses a folder as hosts do: node tools/benches/brotli.mjs FOLDER TARGET QUALITY
// Writes each file of FOLDER as Brotli to TARGET, under the same path. QUALITY is 0 to 11.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const [folder, target, quality] = process.argv.slice(2);
const params = { [constants.BROTLI_PARAM_QUALITY]: Number(quality), [constants.BROTLI_PARAM_LGWIN]: 22 };
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
for (const { parentPath, path, name } of files) {
  const file = join(parentPath ?? path, name);
  const copy = join(target, relative(folder, file));
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, await promisify(brotliCompress)(readFileSync(file), { params }));
}
