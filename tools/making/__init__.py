"""The parts of the build: the runtime that is not ours, the drawings of the shell, bytecode, and the list of what is kept offline."""
