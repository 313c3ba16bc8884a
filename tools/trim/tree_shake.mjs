// Tree shaking: removes unused functions and variables from Pyodide's script.
//   node tools/trim/tree_shake.mjs SCRIPT USERS… < IMPORTS > SHORTER
// SCRIPT is Pyodide's script: one large function with all of Emscripten's JavaScript (windows, graphics, sound, sockets). It also
// names eight thousand functions of the wasm, for libraries that are loaded later; our page loads none.
// USERS are the other scripts that use it. IMPORTS are the names that the wasm imports from it, one in each line.
//
// A declaration without side effects is removed if no remaining text contains its name as a word. Words in strings and property
// names count too, so the script may keep some unused functions, but it loses no used one.
import { parse } from "acorn";
import { readFileSync } from "node:fs";

const [script, ...users] = process.argv.slice(2);
const text = readFileSync(script, "utf8");
const imported = new Set(readFileSync(0, "utf8").split("\n"));
const words = new Set(users.flatMap((user) => readFileSync(user, "utf8").match(/[\w$]+/g))); // the words of all remaining text
const candidates = []; // {node, name, parts}: `node` is removed unless `name` is in `words`; `parts`, default [node], count if it stays
const lists = []; // {members, statement}: nodes separated by commas, and the statement to remove if all of them are removed
const removed = new Set(); // nodes

const tree = parse(text, { ecmaVersion: "latest", sourceType: "module" });
const main = tree.body.find(({ type, id }) => type === "FunctionDeclaration" && id.name === "_createPyodideModule");
if (!main || !text.includes("function assignWasmExports")) {
  console.error("Error: Pyodide's script has no function _createPyodideModule with assignWasmExports in it");
  process.exit(1);
}
for (const node of tree.body) if (node !== main) keep(node);
for (const node of main.params) keep(node);
for (const node of main.body.body) sortStatement(node);
let unused = candidates;
for (let before; unused.length !== before; ) {
  before = unused.length;
  unused = unused.filter((candidate) => !keepIfUsed(candidate));
}
for (const { node } of unused) removed.add(node);
process.stdout.write(remainingText());

// Decides for a statement: its declarations become candidates, or it is kept.
function sortStatement(node) {
  if (node.type === "FunctionDeclaration" && node.id.name === "assignWasmExports") {
    words.add(node.id.name);
    node.body.body.forEach(sortStatement);
  } else if (node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") {
    candidates.push({ node, name: node.id.name });
  } else if (node.type === "VariableDeclaration") {
    lists.push({ members: node.declarations, statement: node });
    node.declarations.forEach(sortVariable);
  } else if (node.type === "ExpressionStatement" && node.expression.type === "AssignmentExpression") {
    sortAssignment(node);
  } else keep(node);
}

function sortVariable(node) {
  if (node.id.name === "wasmImports") {
    const { properties } = node.init;
    lists.push({ members: properties });
    for (const property of properties) {
      if (imported.has(property.key.name ?? property.key.value)) keep(property);
      else removed.add(property);
    }
    words.add(node.id.name);
  } else if (node.id.type === "Identifier" && isPure(node.init)) {
    candidates.push({ node, name: node.id.name });
  } else keep(node);
}

// Three kinds of assignments are candidates: _a = Module["_a"] = wasmExports["a"], Module["a"] = a, and a.sig = "…".
function sortAssignment(node) {
  const { left, right } = node.expression;
  if (right.type === "AssignmentExpression" && right.right.object?.name === "wasmExports") {
    candidates.push({ node, name: left.name, parts: [] });
  } else if (left.type === "MemberExpression" && left.object.type === "Identifier" && isPure(right)) {
    const toModule = left.object.name === "Module" && left.computed;
    if (!toModule || left.property.type === "Literal") candidates.push({ node, name: toModule ? left.property.value : left.object.name });
    else keep(node);
  } else keep(node);
}

function keepIfUsed({ node, name, parts = [node] }) {
  if (words.has(name)) parts.forEach(keep);
  return words.has(name);
}

// Whether evaluating an expression has no side effect.
function isPure(node) {
  if (!node || /^(ArrowFunction|Function)Expression$/.test(node.type)) return true;
  return !/^(Call|New|Assignment|Update|Await|Yield|TaggedTemplate|Member|Import)/.test(node.type) && children(node).every(isPure);
}

// Adds the words of a node that stays.
function keep(node) {
  if (/^(Identifier|Literal|TemplateElement)$/.test(node.type)) {
    for (const word of text.slice(node.start, node.end).match(/[\w$]+/g) ?? []) words.add(word);
  }
  children(node).forEach(keep);
}

function children(node) {
  return Object.values(node).flat().filter((part) => typeof part?.type === "string");
}

// The script without the removed nodes.
function remainingText() {
  const allMembers = new Set(lists.flatMap(({ members }) => members));
  const edits = [...removed].filter((node) => !allMembers.has(node)).map(({ start, end }) => [start, end, ""]); // [start, end, new text]
  for (const { members, statement } of lists) {
    const kept = members.filter((node) => !removed.has(node));
    if (!kept.length && statement) edits.push([statement.start, statement.end, ""]);
    else if (kept.length < members.length) {
      edits.push([members[0].start, members.at(-1).end, kept.map(({ start, end }) => text.slice(start, end)).join(",")]);
    }
  }
  let [position, result] = [0, ""];
  for (const [start, end, newText] of edits.sort(([one], [other]) => one - other)) {
    result += text.slice(position, start) + newText;
    position = end;
  }
  return result + text.slice(position);
}
