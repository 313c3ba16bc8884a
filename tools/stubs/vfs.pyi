"""MicroPython's file systems, as far as the page uses them."""

class VfsRom:
    """An image that can be mounted."""

    def __init__(self, image: bytearray) -> None: ...

def mount(file_system: VfsRom, path: str) -> None: ...
