"""What the page's code uses of PyScript, for mypy; the browser's own objects have any attribute."""

from typing import Any

document: Any
ffi: Any
window: Any
