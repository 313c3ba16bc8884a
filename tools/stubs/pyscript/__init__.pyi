"""What the page's code uses of PyScript, for mypy; the browser's own objects have any attribute."""

from collections.abc import Callable
from typing import Any

document: Any
ffi: Any
window: Any

def when(event: str, selector: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]: ...
