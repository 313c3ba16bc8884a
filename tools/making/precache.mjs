// node tools/making/precache.mjs DIST: writes DIST/sw.js, the service worker that keeps all of DIST for use without a network.
// A new version is fetched whole and then waits: the page says so and asks for it when no round is on (assets/boot.js).
import { generateSW } from "workbox-build";

const [dist] = process.argv.slice(2);
const { count, size, warnings } = await generateSW({
  globDirectory: dist,
  globPatterns: ["**/*"],
  globIgnores: ["sw.js", "_headers"],
  swDest: `${dist}/sw.js`,
  maximumFileSizeToCacheInBytes: 64 << 20, // the default would leave the interpreter out without a word
  dontCacheBustURLsMatching: /^(app|runtime)\//, // their addresses hold a hash
  ignoreURLParametersMatching: [/./], // ?pace=0 is the same page
  cleanupOutdatedCaches: true,
  skipWaiting: false,
  clientsClaim: false,
  inlineWorkboxRuntime: true,
  sourcemap: false,
  mode: "production",
});
if (warnings.length) throw new Error(warnings.join("\n"));
console.log(`sw.js keeps ${count} files, ${(size / 1e6).toFixed(1)} MB`);
