// Measures how often QR codes of links are read from simulated camera frames, by the length of the link:
//
//     node tools/benches/read_codes.mjs
//
// A frame is 1280 × 720 px; the code fills 90 % of its height, turned and tilted a little, blurred, noisy and lit unevenly. jsQR reads it
// whole, and reduced as assets/scanner.js does, each smoothed and then unchanged as assets/scanner_worker.js does. The browsers'
// own readers and camera apps are not here.
import jsQR from "jsqr";
import { correction, generate } from "lean-qr";

const [WIDTH, HEIGHT] = [1280, 720];
const FILLED = 0.9; // of the frame's height
const BLUR = 1; // px, standard deviation
const NOISE = 6; // standard deviation, of 255
const REDUCED = 2; // 1280 px become the 640 px of LONGEST_SIDE in assets/scanner.js
const TRIES = 6;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

let seed = 1;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const gauss = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());

function link(length) {
  let text = "https://chickenfoot.example/#m";
  while (text.length < length) text += ALPHABET[Math.floor(64 * random())];
  return text;
}

// The brightness of each pixel of a frame that shows the code.
function frame(code) {
  const modules = code.size + 8;
  const side = FILLED * HEIGHT;
  const angle = (random() - 0.5) * 0.1;
  const tilt = (random() - 0.5) * 0.08;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const light = new Float32Array(WIDTH * HEIGHT);
  const steps = [-1 / 3, 0, 1 / 3]; // samples of a pixel
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      let sum = 0;
      for (const dy of steps) {
        for (const dx of steps) {
          const [px, py] = [x + dx - WIDTH / 2, y + dy - HEIGHT / 2];
          const deep = 1 + (tilt * px) / side;
          const u = ((cos * px + sin * py) / deep / side + 0.5) * modules - 4;
          const v = ((cos * py - sin * px) / deep / side + 0.5) * modules - 4;
          const inside = u > -4 && v > -4 && u < modules - 4 && v < modules - 4;
          sum += !inside ? 0.3 : code.get(Math.floor(u), Math.floor(v)) ? 0 : 1;
        }
      }
      light[y * WIDTH + x] = (40 + (170 * sum) / 9) * (0.8 + (0.2 * x) / WIDTH);
    }
  }
  return blurred(light).map((value) => value + NOISE * gauss());
}

function blurred(light) {
  const reach = Math.ceil(3 * BLUR);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-((at - reach) ** 2) / (2 * BLUR ** 2)));
  const total = kernel.reduce((sum, part) => sum + part);
  for (const step of [1, WIDTH]) {
    const source = light.slice();
    for (let at = reach * step; at < light.length - reach * step; at++) {
      let sum = 0;
      for (let k = -reach; k <= reach; k++) sum += kernel[k + reach] * source[at + k * step];
      light[at] = sum / total;
    }
  }
  return light;
}

function reduced(light) {
  const [width, height] = [WIDTH / REDUCED, HEIGHT / REDUCED];
  return Float32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) * REDUCED, Math.floor(at / width) * REDUCED];
    let sum = 0;
    for (let dy = 0; dy < REDUCED; dy++) for (let dx = 0; dx < REDUCED; dx++) sum += light[(y + dy) * WIDTH + x + dx];
    return sum / REDUCED ** 2;
  });
}

// The mean of 3 × 3 pixels.
function mean(light, width) {
  return light.map((value, at) => {
    if (at < width + 1 || at >= light.length - width - 1) return value;
    let sum = 0;
    for (const row of [-width, 0, width]) for (const column of [-1, 0, 1]) sum += light[at + row + column];
    return sum / 9;
  });
}

const read = (light, width) => decode(mean(light, width), width) ?? decode(light, width);

function decode(light, width) {
  const pixels = new Uint8ClampedArray(4 * light.length);
  light.forEach((value, at) => pixels.fill(value, 4 * at, 4 * at + 3));
  return jsQR(pixels, width, light.length / width, { inversionAttempts: "dontInvert" })?.data;
}

console.log("characters  modules  whole frame  reduced");
for (const length of process.argv.slice(2).map(Number).concat(process.argv.length > 2 ? [] : [160, 300, 400, 500, 600, 800, 1000, 1200, 1600, 2000])) {
  let [whole, small, size] = [0, 0, 0];
  for (let turn = 0; turn < TRIES; turn++) {
    const text = link(length);
    const code = generate(text, { minCorrectionLevel: correction.L });
    size = code.size;
    const light = frame(code);
    whole += read(light, WIDTH) === text;
    small += read(reduced(light), WIDTH / REDUCED) === text;
  }
  console.log(`${String(length).padStart(10)}  ${String(size).padStart(7)}  ${whole} of ${TRIES}`.padEnd(34) + `${small} of ${TRIES}`);
}
