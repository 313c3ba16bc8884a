"""Modules that several tools share: installation of requirements, servers for dist/, control of browsers."""
