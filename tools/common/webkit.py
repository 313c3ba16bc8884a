"""WebKitGTK by its own driver, on a screen of its own: the only WebKit on this kind of machine, and no iPhone."""

import glob
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from selenium import webdriver
from selenium.webdriver.webkitgtk.service import Service


def is_here() -> bool:
    """Whether this machine has it, and a screen to put it on."""
    return bool(shutil.which("WebKitWebDriver") and shutil.which("Xvfb"))


@contextmanager
def running() -> Iterator[webdriver.WebKitGTK]:
    """A browser that lasts as long as the block."""
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert screen.stdout
    place = {
        "DISPLAY": f":{screen.stdout.readline().strip()}",
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
    }
    options = webdriver.WebKitGTKOptions()
    options.binary_location = glob.glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")[0]
    options.add_argument("--automation")
    options.set_capability("browserName", "MiniBrowser")
    service = Service(shutil.which("WebKitWebDriver"), env=os.environ | place)
    driver = webdriver.WebKitGTK(options=options, service=service)
    try:
        yield driver
    finally:
        driver.quit()
        screen.terminate()
        screen.wait()
