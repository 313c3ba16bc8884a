// Whether the browser falsifies what a page reads from a canvas, as Firefox does with privacy.resistFingerprinting. A few altered
// bits, as in Brave and in Firefox's private windows, harm nothing.
const SIDE = 16; // px
const TOLERANCE = 16; // of 255: the mean difference of a colour

export function isFalsified() {
  const canvas = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) return true;
  let difference = 0;
  for (const colour of [0, 128, 255]) {
    pen.fillStyle = `rgb(${colour} ${colour} ${colour})`;
    pen.fillRect(0, 0, SIDE, SIDE);
    const { data } = pen.getImageData(0, 0, SIDE, SIDE);
    difference += data.reduce((sum, value, at) => sum + (at % 4 < 3 ? Math.abs(value - colour) : 0), 0);
  }
  return difference / (3 * 3 * SIDE * SIDE) > TOLERANCE;
}
