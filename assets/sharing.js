// Draws QR codes of links, and the table as a picture to share. The page loads this module on first use.
import { isFalsified } from "./canvas.js";
import { correction, generate } from "assets/runtime/lean-qr/index.mjs";

const WIDTH = 1080; // of the picture, in px, like the next two
const EDGE = 48; // margin
const LINE = 64; // height of a line with a player
const NS = "http://www.w3.org/2000/svg";

// The QR code of a text as the markup of an <svg>: dark on light, with the empty border that readers need. "" if the text is too long.
// `level` is the least error correction, "L", "M", "Q" or "H". A camera that looks at a screen reads M best; L makes long links shorter.
export function qr(text, level = "L") {
  let code;
  try {
    code = generate(text, { minCorrectionLevel: correction[level] });
  } catch {
    return "";
  }
  const size = code.size + 8;
  let path = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x + 4} ${y + 4}h1v1h-1z`;
  }
  return `<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="QR" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}

// Makes a PNG of the table with the winner and all points: a promise of a File, or of false if the browser falsifies pictures.
// `description` is JSON: {title, file, box: [x0, y0, x1, y1], lines: [[name, points, seat, portrait], …]}. `file` is the file's
// name, `box` the part of the table to show in u (half a tile's length).
export async function poster(description) {
  if (isFalsified()) return false;
  const { title, file, box, lines } = JSON.parse(description);
  return new File([await toPng(drawPoster(title, box, lines))], file, { type: "image/png" });
}

// A self-contained <svg>, which includes the page's drawings and styles. From top to bottom: title, table, a line for each player.
function drawPoster(title, [left, top, right, bottom], lines) {
  const columns = lines.length > 5 ? 2 : 1;
  const rows = Math.ceil(lines.length / columns);
  const tableWidth = WIDTH - 2 * EDGE;
  const tableHeight = Math.min(1.25 * tableWidth, Math.max(0.6 * tableWidth, (tableWidth * (bottom - top)) / (right - left)));
  const height = Math.ceil(EDGE + 90 + tableHeight + 40 + rows * LINE + EDGE);
  const root = document.documentElement;
  const svg = createSvg("svg", { xmlns: NS, width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}`, class: "poster" });
  for (const { name, value } of root.attributes) if (name.startsWith("data-") && value.length < 20) svg.setAttribute(name, value);
  const scheme = getComputedStyle(root).colorScheme.includes("light dark") && matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  svg.style.colorScheme = root.dataset.theme ?? scheme;
  const styles = createSvg("style");
  styles.textContent = [...document.querySelectorAll("style")].map((style) => style.textContent).join("\n");
  const drawings = [...document.querySelectorAll("#defs > *"), ...document.querySelector("#face-ground").parentNode.children];
  svg.append(styles, ...drawings.map((part) => part.cloneNode(true)));
  svg.append(createSvg("rect", { width: WIDTH, height, style: "fill: var(--felt-2)" }));
  svg.append(textAt(title, WIDTH / 2, EDGE + 44, "font: bold 52px var(--serif); text-anchor: middle"));
  const table = createSvg("svg", {
    x: EDGE, y: EDGE + 90, width: tableWidth, height: tableHeight, viewBox: [left, top, right - left, bottom - top].map((value) => 100 * value).join(" "), // 100 units of the drawing are 1 u
  });
  table.append(...[...document.querySelectorAll("#table > svg:first-of-type > g")].map((layer) => layer.cloneNode(true)));
  svg.append(table);
  lines.forEach(([name, points, seat, portrait], index) => {
    const column = Math.floor(index / rows);
    const x = EDGE + (column * (tableWidth + EDGE)) / columns;
    const y = height - EDGE - (rows - (index % rows)) * LINE + LINE / 2;
    const end = x + (tableWidth + EDGE) / columns - EDGE;
    svg.append(portraitAt(portrait, seat, x, y - 22));
    svg.append(textAt([...name].slice(0, 24).join(""), x + 60, y + 11, "font: 600 34px var(--sans)"));
    svg.append(textAt(points, end, y + 11, "font: 700 34px var(--sans); text-anchor: end"));
  });
  return svg;
}

function createSvg(name, attributes = {}) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// A portrait of 44 px (the markup of an <svg>) with the colour of its seat.
function portraitAt(markup, seat, x, y) {
  const place = createSvg("g", { class: `s${seat}` });
  place.innerHTML = markup;
  const face = place.firstElementChild;
  face.setAttribute("x", x);
  face.setAttribute("y", y);
  face.style.width = face.style.height = "44px";
  return place;
}

function textAt(text, x, y, style) {
  const element = createSvg("text", { x, y, style: `fill: var(--on-felt); ${style}` });
  element.textContent = text;
  return element;
}

async function toPng(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((made) => canvas.toBlob(made, "image/png"));
}
