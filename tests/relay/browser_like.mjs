// Lets Node load the scripts of assets/relay/: the addresses of third-party files, and stand-ins for what a page has.
import { register } from "node:module";

const folder = new URL("../../node_modules/u8-mqtt-packet/esm/", import.meta.url);
const hooks = `export const resolve = (name, context, next) => {
  const start = "assets/runtime/u8-mqtt-packet/";
  return name.startsWith(start) ? next(${JSON.stringify(String(folder))} + name.slice(start.length), context) : next(name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
globalThis.window = globalThis;
globalThis.document = new EventTarget();
const page = new EventTarget();
for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) globalThis[name] = page[name].bind(page);
