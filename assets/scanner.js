// Reads a QR code with the camera. The page loads this module when a person wants to scan, and only then asks for the camera.
// The browser's own reader is used where there is one; elsewhere a worker reads with jsQR (assets/scanner_worker.js).
import { isFalsified } from "./canvas.js";

const INTERVAL = 200; // ms between two frames: jsQR takes 45 ms of a processor for one, and up to 355 on a weak machine
const LONGEST_SIDE = 640; // px of a frame for jsQR
const DARK_AFTER = 3_000; // ms without a picture before the page says so
const DARK = 24; // of 255: the brightest pixel of a picture that counts as black
const GLANCE = 16; // px: the side of the reduced picture whose brightness is measured
const FAILURES = { NotAllowedError: "denied", SecurityError: "denied", NotReadableError: "busy", AbortError: "busy" };

let running; // {stream, worker} of the present scan, an object of its own for each `start`

// Show the camera in a <video>, and look for a QR code.
//   found(text)    a code was read. The camera ends, unless the call returns false: then the scan goes on, without this text.
//   failed(why)    "denied" by the person or the system, "none" (no camera), "insecure" (the page is not served by HTTPS), "busy",
//                  "falsified" (the browser falsifies pictures, and has no reader of its own)
//   hint(what)     "dark": the camera has shown no picture for DARK_AFTER, but the scan goes on; "": it shows one
export async function start(video, found, failed, hint = () => {}) {
  stop();
  const scan = (running = {});
  const fail = (why) => {
    if (running !== scan) return;
    stop();
    failed(why);
  };
  if (!isSecureContext) return fail("insecure");
  if (!navigator.mediaDevices) return fail("none");
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1280 } } });
    scan.stream = stream;
    if (running !== scan) return end(scan); // stopped while the browser asked the person
    stream.getVideoTracks()[0].addEventListener("ended", () => fail("busy")); // not called by `stop`
    Object.assign(video, { srcObject: stream, muted: true, playsInline: true });
    video.play().catch((reason) => running === scan && console.info(`no picture yet: ${reason}`)); // it waits for the camera's first frame
    const canRead = !isFalsified();
    scan.read = await makeReader(scan, canRead);
    if (!scan.read) return fail("falsified");
    await Promise.all([look(scan, video, found), canRead && watchLight(scan, video, hint)]);
  } catch (reason) {
    console.info(`the scan ended: ${reason}`);
    fail(FAILURES[reason.name] ?? "none");
  }
}

// End the scan and the camera.
export function stop() {
  const scan = running;
  running = undefined;
  if (scan) end(scan);
}

function end({ stream, worker }) {
  stream?.getTracks().forEach((track) => track.stop());
  worker?.terminate();
}

async function look(scan, video, found) {
  let refused = "";
  while (running === scan) {
    const pause = new Promise((then) => setTimeout(then, INTERVAL));
    const text = video.videoWidth ? await scan.read(video) : "";
    if (running !== scan) return;
    if (text && text !== refused) {
      if ((await found(text)) !== false) return running === scan && stop();
      refused = text;
    }
    await pause;
  }
}

// Says when the camera shows nothing: a covered lens, a closed slide, or a switch of the system that lets only black through.
async function watchLight(scan, video, hint) {
  let litAt = performance.now();
  let told = "";
  while (running === scan) {
    if (isLit(video)) litAt = performance.now();
    const now = performance.now() - litAt > DARK_AFTER ? "dark" : "";
    if (now !== told) hint((told = now));
    await new Promise((then) => setTimeout(then, INTERVAL));
  }
}

function isLit(video) {
  if (!video.videoWidth) return false;
  const canvas = Object.assign(document.createElement("canvas"), { width: GLANCE, height: GLANCE });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(video, 0, 0, GLANCE, GLANCE);
  return pen.getImageData(0, 0, GLANCE, GLANCE).data.some((value, at) => at % 4 < 3 && value > DARK);
}

// A function that reads a <video> with BarcodeDetector, or with jsQR where there is none that knows QR codes, as in Chromium on Linux.
// Null if that is impossible, because `canRead` is false: the browser falsifies pictures. Android's BarcodeDetector needs a service of
// the system, and may fail only when it is used: then jsQR reads the next frame.
async function makeReader(scan, canRead) {
  const formats = (await self.BarcodeDetector?.getSupportedFormats()) ?? [];
  if (!formats.includes("qr_code")) return canRead ? workerReader(scan) : null;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  return async (video) => {
    try {
      return (await detector.detect(video))[0]?.rawValue ?? "";
    } catch (reason) {
      console.info(`the browser's reader of QR codes does not work: ${reason}`);
      scan.read = workerReader(scan);
      return "";
    }
  };
}

// A function that reads a <video> with jsQR, one frame at a time.
function workerReader(scan) {
  const worker = new Worker(new URL("scanner_worker.js", import.meta.url), { type: "module" });
  scan.worker = worker;
  return async (video) => {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight));
    const [resizeWidth, resizeHeight] = [video.videoWidth, video.videoHeight].map((side) => Math.round(side * scale));
    const frame = await createImageBitmap(video, { resizeWidth, resizeHeight, resizeQuality: "medium" });
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message ?? "the worker did not start"));
      worker.postMessage(frame, [frame]);
    });
  };
}
