"""WebAssembly modules: their parts, their instructions, and which functions of two versions are the same."""
