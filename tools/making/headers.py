"""The HTTP headers for dist/, security policy included. dist/_headers has them for Netlify and similar hosts.

tools/common/serve.py sends them too. index.html contains the policy, for hosts that send no headers.
The page loads everything from its own host, so sources are 'self' or 'none', except:

- script-src: 'unsafe-eval', because PyScript calls `Function` to run MicroPython's handlers (it also allows
  WebAssembly). The scripts that the build writes into index.html are allowed by their hashes. `blob:` is not needed,
  because the engine's worker is a file of ours. The policy does not cover Python, so runtime.py stops PyScript from
  running Python that is added to the page.
- style-src: 'unsafe-inline', because style sheets and the positions of the tiles are in the markup.
- connect-src: the relay of the site, if it names one (CHICKENFOOT_RELAY, see docs/hosting.md).
- img-src: `data:`, for the picture of the table (assets/sharing.js) and the empty icon (assets/check.js).
"""

from collections.abc import Sequence
from urllib.parse import urlsplit

from tools.common import provision

DEFAULT_CACHE = "public, max-age=0, must-revalidate"  # Netlify's Cache-Control for files without a rule
FOR_EVER = "public, max-age=31536000, immutable"  # a year, in seconds
POLICY = {
    "default-src": "'none'",
    "script-src": "'self' 'unsafe-eval' {inline_scripts}",  # filled in by `policy`
    "worker-src": "'self'",
    "connect-src": "'self'{relay}",  # filled in by `policy`
    "style-src": "'unsafe-inline'",
    "img-src": "'self' data:",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
ONLY_IN_HEADER = {"frame-ancestors": "'none'"}  # browsers ignore it in a <meta> element
DENIED_FEATURES = (
    *("accelerometer", "autoplay", "display-capture", "encrypted-media", "geolocation", "gyroscope"),
    *("hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking"),
)
# The camera is for assets/scanner.js. The browser still asks the person.
PERMISSIONS = {"camera": "(self)"} | dict.fromkeys(DENIED_FEATURES, "()")


def policy(inline_scripts: Sequence[str], sent: bool = True, relay: str = "") -> str:
    """The Content-Security-Policy of a page that contains these scripts, and connects to this relay.

    `sent`: for the header, else for a <meta> element.
    """
    digests = " ".join(f"'sha256-{provision.sha256(script.encode())}'" for script in inline_scripts)
    directives = POLICY | (ONLY_IN_HEADER if sent else {})
    text = "; ".join(f"{name} {value}" for name, value in directives.items())
    return text.format(inline_scripts=digests, relay=f" {origin(relay)}" if relay else "")


def origin(relay: str) -> str:
    """The origin of a relay's address, which the policy allows.

    Raises ValueError for an address without encryption (except on this machine), or with signs that could end the policy.

    >>> origin("wss://relay.example:8443/mqtt")
    'wss://relay.example:8443'
    """
    parts = urlsplit(relay)
    is_here = parts.hostname in ("127.0.0.1", "localhost")
    is_plain = parts.netloc.isascii() and not set(parts.netloc) & set("@;,'\"\\ ")
    if (
        not (parts.scheme == "wss" or (parts.scheme == "ws" and is_here))
        or not parts.hostname
        or not is_plain
    ):
        raise ValueError(f"{relay} is no address of a relay, such as wss://relay.example/mqtt")
    return f"{parts.scheme}://{parts.netloc}"


def rules(inline_scripts: Sequence[str], relay: str = "") -> dict[str, dict[str, str]]:
    """The headers (value by name) for each path pattern. For the arguments see `policy`."""
    return {
        "/*": {
            "Content-Security-Policy": policy(inline_scripts, relay=relay),
            "Cross-Origin-Opener-Policy": "same-origin",
            "Permissions-Policy": ", ".join(f"{name}={allowed}" for name, allowed in PERMISSIONS.items()),
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        },
        # This header lets the scope of a sub-folder lack its last slash.
        "/sw.js": {"Service-Worker-Allowed": "/"},
        "/app/*": {"Cache-Control": FOR_EVER},  # the names of these sub-folders contain a hash of their files
        "/runtime/*": {"Cache-Control": FOR_EVER},
        "/*.wasm": {"Content-Type": "application/wasm"},  # browsers compile while downloading only this type
    }


def written(headers: dict[str, dict[str, str]]) -> str:
    """The result of `rules` as the text of a `_headers` file."""
    parts = (
        [pattern, *(f"  {name}: {value}" for name, value in values.items())]
        for pattern, values in headers.items()
    )
    return "\n".join(line for part in parts for line in part) + "\n"


def read(text: str) -> list[tuple[str, dict[str, str]]]:
    """Parse the text of a `_headers` file into (path pattern, headers by name), in the file's order."""
    headers: list[tuple[str, dict[str, str]]] = []
    for line in text.splitlines():
        if line.startswith(" "):
            name, _, value = line.strip().partition(": ")
            headers[-1][1][name] = value
        elif line:
            headers.append((line, {}))
    return headers
