"""The parts of the build: third-party software, bytecode, the drawings in index.html, and the service worker."""
