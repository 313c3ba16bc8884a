"""Read and write WebAssembly modules, and find the functions and tables of one version in another version."""
