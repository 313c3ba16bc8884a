"""Text that people write: what of it is kept."""
