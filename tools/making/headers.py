"""What a host should send with dist/, said once: written as dist/_headers (which Netlify and others read), sent by
tools/common/serve.py, and in index.html itself, for hosts that send nothing.

The page loads nothing from anywhere else and names no address of its own host, so everything is 'self':

- scripts: PyScript calls `Function` to run MicroPython's handlers, which 'unsafe-eval' allows (it implies WebAssembly); the
  page's first scripts stand in index.html and are allowed by their hashes. No `blob:`: the engine's worker is a file of ours.
  The policy does not see Python: runtime.py takes from PyScript what would run Python that is added to the page.
- styles: the style sheets and the places of the tiles stand in the markup.
"""

from collections.abc import Sequence

from tools.common import provision

DEFAULT_CACHE = "public, max-age=0, must-revalidate"  # Netlify's own where no rule says otherwise
FOR_EVER = "public, max-age=31536000, immutable"
POLICY = {
    "default-src": "'none'",
    "script-src": "'self' 'unsafe-eval' {first}",
    "worker-src": "'self'",
    "connect-src": "'self'",
    "style-src": "'unsafe-inline'",
    "img-src": "'self' data:",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
ONLY_SENT = {"frame-ancestors": "'none'"}  # has no effect in a page's own <meta>
NOT_USED = (
    *(
        "accelerometer",
        "autoplay",
        "camera",
        "display-capture",
        "encrypted-media",
        "geolocation",
        "gyroscope",
    ),
    *("hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking"),
)


def policy(first: Sequence[str], sent: bool = True) -> str:
    """The Content-Security-Policy of a page whose own scripts are `first`; as it is sent, or for a <meta>."""
    digests = " ".join(f"'sha256-{provision.sha256(script.encode())}'" for script in first)
    rules = POLICY | (ONLY_SENT if sent else {})
    return "; ".join(f"{name} {value}" for name, value in rules.items()).format(first=digests)


def rules(first: Sequence[str]) -> dict[str, dict[str, str]]:
    """The headers by the pattern of the path that they are for."""
    return {
        "/*": {
            "Content-Security-Policy": policy(first),
            "Cross-Origin-Opener-Policy": "same-origin",
            "Permissions-Policy": ", ".join(f"{name}=()" for name in NOT_USED),
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        },
        "/sw.js": {"Service-Worker-Allowed": "/"},  # in a sub-folder, its address without the last slash too
        "/app/*": {"Cache-Control": FOR_EVER},  # these folders' names hold a hash of what is in them
        "/runtime/*": {"Cache-Control": FOR_EVER},
        "/*.wasm": {"Content-Type": "application/wasm"},  # compiled while it streams only under this type
    }


def written(headers: dict[str, dict[str, str]]) -> str:
    """The rules as the text of `_headers`."""
    parts = (
        [pattern, *(f"  {name}: {value}" for name, value in values.items())]
        for pattern, values in headers.items()
    )
    return "\n".join(line for part in parts for line in part) + "\n"


def read(text: str) -> list[tuple[str, dict[str, str]]]:
    """Path pattern and headers, in the order of a `_headers` file."""
    headers: list[tuple[str, dict[str, str]]] = []
    for line in text.splitlines():
        if line.startswith(" "):
            name, _, value = line.strip().partition(": ")
            headers[-1][1][name] = value
        elif line:
            headers.append((line, {}))
    return headers
