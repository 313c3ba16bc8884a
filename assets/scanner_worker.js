// Reads QR codes for assets/scanner.js: an ImageBitmap comes in, the text of a code goes out, or "".
import "assets/runtime/jsqr/jsQR.js"; // defines the global function jsQR

const canvas = new OffscreenCanvas(1, 1);
const pen = canvas.getContext("2d", { willReadFrequently: true });
let nextTry = 0; // when a frame is tried as it is again (ms of performance.now)

addEventListener("message", ({ data: frame }) => {
  const { width, height } = frame;
  Object.assign(canvas, { width, height });
  pen.drawImage(frame, 0, 0);
  frame.close();
  const { data } = pen.getImageData(0, 0, width, height);
  postMessage(read(mean(data, width, height), width, height) || readUnchanged(data, width, height));
});

// Our codes are dark on light, so jsQR need not try them inverted, which would take twice the time.
function read(pixels, width, height) {
  return self.jsQR(pixels, width, height, { inversionAttempts: "dontInvert" })?.data ?? "";
}

// A code with modules of less than three pixels is read only without the mean. A noisy frame is read only with it, and
// takes a second without it instead of 50 ms. So such tries get a fifth of the time at most.
function readUnchanged(pixels, width, height) {
  const begun = performance.now();
  if (begun < nextTry) return "";
  const text = read(pixels, width, height);
  nextTry = performance.now() + 4 * (performance.now() - begun);
  return text;
}

// The picture in grey, each pixel the mean of the 3 × 3 pixels around it. The border stays black.
function mean(pixels, width, height) {
  const rows = new Uint16Array(width * height); // sums of three pixels in a row, each of red + 2 green + blue
  for (let index = 1; index < width * height - 1; index++) {
    let sum = 0;
    for (let at = 4 * index - 4; at <= 4 * index + 4; at += 4) sum += pixels[at] + 2 * pixels[at + 1] + pixels[at + 2];
    rows[index] = sum;
  }
  const grey = new Uint32Array(width * height); // a pixel each, with the same red, green and blue
  for (let y = 1; y < height - 1; y++) {
    for (let index = y * width + 1; index < (y + 1) * width - 1; index++) {
      grey[index] = 0x010101 * Math.round((rows[index - width] + rows[index] + rows[index + width]) / 36);
    }
  }
  return new Uint8ClampedArray(grey.buffer);
}
