"""Run WebKitGTK with its WebDriver on a virtual screen (Xvfb).

It is the only WebKit that the tests and the bench use, and it is not Safari on an iPhone.
"""

import glob
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from selenium import webdriver
from selenium.webdriver.webkitgtk.service import Service


def is_here() -> bool:
    """Return whether WebKitGTK's driver and Xvfb are installed."""
    return bool(shutil.which("WebKitWebDriver") and shutil.which("Xvfb"))


@contextmanager
def running(**variables: str) -> Iterator[webdriver.WebKitGTK]:
    """Start the browser with these environment variables for the duration of the block. Yield its driver."""
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert screen.stdout
    environment = {
        "DISPLAY": f":{screen.stdout.readline().strip()}",
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        **variables,
    }
    options = webdriver.WebKitGTKOptions()
    options.binary_location = glob.glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")[0]
    options.add_argument("--automation")
    options.set_capability("browserName", "MiniBrowser")
    service = Service(shutil.which("WebKitWebDriver"), env=os.environ | environment)
    driver = webdriver.WebKitGTK(options=options, service=service)
    try:
        yield driver
    finally:
        driver.quit()
        screen.terminate()
        screen.wait()
