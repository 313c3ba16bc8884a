// node tools/making/tree_shake.mjs SCRIPT OTHERS… < NAMES > SHORTER
// Tree shaking: writes Pyodide's script without the functions and variables that nothing uses. The script is one large function with
// all of Emscripten's JavaScript (windows, graphics, sound, sockets). It names each of eight thousand functions of the wasm, for libraries
// that are loaded later; our page loads none. NAMES, one a line, are the imports of the wasm; OTHERS are the scripts that use this one.
//
// A declaration without side effects goes if its name is not a word of any text that stays, be it a property or part of a string. So
// too much stays rather than too little.
import { parse } from "acorn";
import { readFileSync } from "node:fs";

const [script, ...others] = process.argv.slice(2);
const text = readFileSync(script, "utf8");
const imported = new Set(readFileSync(0, "utf8").split("\n"));
const words = new Set(others.flatMap((other) => readFileSync(other, "utf8").match(/[\w$]+/g)));
const pieces = []; // {node, name}: goes unless its name is a word of a text that stays
const lists = []; // {members, whole}: nodes separated by commas, and the statement that goes when all of them go
const gone = new Set();

const tree = parse(text, { ecmaVersion: "latest", sourceType: "module" });
const whole = tree.body.find(({ type, id }) => type === "FunctionDeclaration" && id.name === "_createPyodideModule");
if (!whole || !text.includes("function assignWasmExports")) {
  console.error("Error: Pyodide's script has no function _createPyodideModule with assignWasmExports in it");
  process.exit(1);
}
for (const node of tree.body) if (node !== whole) hear(node);
for (const node of whole.params) hear(node);
for (const node of whole.body.body) look(node);
let waiting = pieces;
for (let before; waiting.length !== before; ) {
  before = waiting.length;
  waiting = waiting.filter((piece) => !asked(piece));
}
for (const { node } of waiting) gone.add(node);
process.stdout.write(left());

function look(node) {
  if (node.type === "FunctionDeclaration" && node.id.name === "assignWasmExports") {
    words.add(node.id.name);
    node.body.body.forEach(look);
  } else if (node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") {
    pieces.push({ node, name: node.id.name });
  } else if (node.type === "VariableDeclaration") {
    lists.push({ members: node.declarations, whole: node });
    node.declarations.forEach(declared);
  } else if (node.type === "ExpressionStatement" && node.expression.type === "AssignmentExpression") {
    assigned(node);
  } else hear(node);
}

function declared(node) {
  if (node.id.name === "wasmImports") {
    const { properties } = node.init;
    lists.push({ members: properties });
    for (const property of properties) {
      if (imported.has(property.key.name ?? property.key.value)) hear(property);
      else gone.add(property);
    }
    words.add(node.id.name);
  } else if (node.id.type === "Identifier" && still(node.init)) {
    pieces.push({ node, name: node.id.name });
  } else hear(node);
}

// _a = Module["_a"] = wasmExports["a"], Module["a"] = a, and a.sig = "…" go with their names.
function assigned(node) {
  const { left, right } = node.expression;
  if (right.type === "AssignmentExpression" && right.right.object?.name === "wasmExports") {
    pieces.push({ node, name: left.name, heard: [] });
  } else if (left.type === "MemberExpression" && left.object.type === "Identifier" && still(right)) {
    const mine = left.object.name === "Module" && left.computed;
    if (!mine || left.property.type === "Literal") pieces.push({ node, name: mine ? left.property.value : left.object.name });
    else hear(node);
  } else hear(node);
}

function asked({ node, name, heard = [node] }) {
  if (words.has(name)) heard.forEach(hear);
  return words.has(name);
}

// Whether evaluating an expression has no side effect.
function still(node) {
  if (!node || /^(ArrowFunction|Function)Expression$/.test(node.type)) return true;
  return !/^(Call|New|Assignment|Update|Await|Yield|TaggedTemplate|Member|Import)/.test(node.type) && children(node).every(still);
}

// Collects every word of a text that stays.
function hear(node) {
  if (/^(Identifier|Literal|TemplateElement)$/.test(node.type)) {
    for (const word of text.slice(node.start, node.end).match(/[\w$]+/g) ?? []) words.add(word);
  }
  children(node).forEach(hear);
}

function children(node) {
  return Object.values(node).flat().filter((part) => typeof part?.type === "string");
}

// The text that is left.
function left() {
  const members = new Set(lists.flatMap((list) => list.members));
  const cuts = [...gone].filter((node) => !members.has(node)).map(({ start, end }) => [start, end, ""]);
  for (const { members: list, whole } of lists) {
    const kept = list.filter((node) => !gone.has(node));
    if (!kept.length && whole) cuts.push([whole.start, whole.end, ""]);
    else if (kept.length < list.length) {
      cuts.push([list[0].start, list.at(-1).end, kept.map(({ start, end }) => text.slice(start, end)).join(",")]);
    }
  }
  let [at, result] = [0, ""];
  for (const [start, end, instead] of cuts.sort(([one], [other]) => one - other)) {
    result += text.slice(at, start) + instead;
    at = end;
  }
  return result + text.slice(at);
}
