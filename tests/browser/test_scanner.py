"""The camera reads a QR code (assets/scanner.js). Chromium's fake camera plays a file with the pixels of a code.

The page is a text of the site, which starts sooner than the game and has the same headers.
"""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright

from tools.common import drive

Camera = Callable[..., Page]
WIDTH, HEIGHT = 640, 480  # of the camera, in px
CODE_WIDTH = 240  # of the code with its border, in px
CODE = "http://127.0.0.1:8000/#a1" + "x9-Z_" * 27  # 160 signs
FAKE_DEVICE, FAKE_CONSENT = "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"
DRAW = "async ([text, level]) => (await bring('sharing')).qr(text, level)"
SCAN = """(answer) => new Promise((resolve) => {
  self.video = document.body.appendChild(document.createElement("video"));
  const found = (text) => { resolve(["found", text]); return answer; };
  setTimeout(resolve, 20_000, "nothing in 20 s");
  bring("scanner").then(({ start }) => start(video, found, (why) => resolve(["failed", why]), (what) => resolve(["hint", what])));
})"""
FALSIFIES = """CanvasRenderingContext2D.prototype.getImageData = function (x, y, width, height) {
  const { data } = new ImageData(width, height);
  for (let at = 0; at < data.length; at++) data[at] = Math.floor(256 * Math.random());
  return { data, width, height };
}"""
HAS_ENDED = "video.srcObject.getTracks().every(({ readyState }) => readyState === 'ended')"


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that the camera plays from the moment on in which a page opens the camera."""
    return tmp_path_factory.mktemp("camera") / "camera.y4m"


@pytest.fixture(scope="module")
def filmed(playwright: Playwright, film: Path) -> Iterator[Browser]:
    """A Chromium whose camera plays the film, and which everybody may use."""
    browser = drive.launch_chromium(
        playwright, FAKE_DEVICE, FAKE_CONSENT, f"--use-file-for-fake-video-capture={film}"
    )
    yield browser
    browser.close()


@pytest.fixture
def camera(playwright: Playwright, filmed: Browser, dist: Path, address: str) -> Iterator[Camera]:
    """Opens a page where the camera plays the film, or in a Chromium with these flags."""
    opened = []

    def open_page(*flags: str) -> Page:
        browser = drive.launch_chromium(playwright, *flags) if flags else filmed
        page = browser.new_page()
        page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
        opened.append((browser if flags else page, drive.watch(page, address)))
        page.goto(f"{address}THIRD-PARTY.txt")
        (app,) = (dist / "app").iterdir()
        page.evaluate(
            "(app) => { self.bring = (file) => import(`/app/${app}/assets/${file}.js`); }", app.name
        )
        return page

    yield open_page
    problems = [problem for _, wrong in opened for problem in wrong]
    for browser_or_page, _ in opened:
        browser_or_page.close()
    assert problems == []


def modules(markup: str) -> tuple[int, set[tuple[int, int]]]:
    """The number of modules on a side, with the border, and the places of the dark ones, of a code from assets/sharing.js."""
    (size,) = re.findall(r'viewBox="0 0 (\d+) ', markup)
    return int(size), {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", markup)}


def write_video(path: Path, markup: str, dark: int, light: int, noise: int) -> None:
    """Write a Y4M of some frames with the code in the middle. `noise` is the deviation of each pixel's brightness."""
    size, places = modules(markup)
    left, top = (WIDTH - CODE_WIDTH) // 2, (HEIGHT - CODE_WIDTH) // 2
    draw = random.Random(27)
    parts = [f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F10:1 Ip A1:1 C420\n".encode()]
    for _ in range(3):
        grey = bytearray([light]) * (WIDTH * HEIGHT)
        for y in range(CODE_WIDTH):
            for x in range(CODE_WIDTH):
                if (x * size // CODE_WIDTH, y * size // CODE_WIDTH) in places:
                    grey[(top + y) * WIDTH + left + x] = dark
        if noise:
            grey = bytearray(min(255, max(0, round(draw.gauss(level, noise)))) for level in grey)
        parts += [b"FRAME\n", bytes(grey), bytes([128]) * (WIDTH * HEIGHT // 2)]
    path.write_bytes(b"".join(parts))


@pytest.mark.long  # in every run: the scan that goes on, below
@pytest.mark.parametrize(("dark", "light", "noise"), [(20, 235, 0), (30, 90, 12)], ids=["bright", "dim"])
def test_a_code_is_read(camera: Camera, film: Path, dark: int, light: int, noise: int) -> None:
    """The camera ends with it. In dim light jsQR reads only the mean of neighbouring pixels."""
    page = camera()
    markup = page.evaluate(DRAW, [CODE, "M"])
    assert modules(markup)[0] > modules(page.evaluate(DRAW, [CODE, None]))[0]
    write_video(film, markup, dark, light, noise)
    assert page.evaluate(SCAN) == ["found", CODE]
    assert page.evaluate(HAS_ENDED)


def test_a_refusal_has_a_name(camera: Camera) -> None:
    """Nobody allows a camera where no window asks for it, and without the flag there is none."""
    for flags, why in (((FAKE_DEVICE,), "denied"), ((FAKE_CONSENT,), "none")):
        assert camera(*flags).evaluate(SCAN) == ["failed", why]


def test_the_scan_goes_on_until_the_page_stops_it(camera: Camera, film: Path) -> None:
    page = camera()
    write_video(film, page.evaluate(DRAW, [CODE, "M"]), 20, 235, 0)
    assert page.evaluate(SCAN, False) == ["found", CODE]
    assert not page.evaluate(HAS_ENDED)
    page.evaluate("async () => (await bring('scanner')).stop()")
    assert page.evaluate(HAS_ENDED)


def test_a_black_camera_is_told_and_the_scan_goes_on(camera: Camera, film: Path) -> None:
    page = camera()
    write_video(film, '<svg viewBox="0 0 8 8"></svg>', 16, 16, 0)
    assert page.evaluate(SCAN) == ["hint", "dark"]
    assert not page.evaluate(HAS_ENDED)


def test_a_browser_that_falsifies_pictures_says_so(camera: Camera, film: Path) -> None:
    """As Firefox does with privacy.resistFingerprinting. Chromium on Linux has no reader of its own."""
    page = camera()
    write_video(film, page.evaluate(DRAW, [CODE, "M"]), 20, 235, 0)
    page.evaluate(f"() => {{ {FALSIFIES} }}")
    assert page.evaluate(SCAN) == ["failed", "falsified"]
    assert page.evaluate(HAS_ENDED)
    assert page.evaluate("async () => (await bring('sharing')).poster('{}')") is False
