"""The keys, and typed moves."""
