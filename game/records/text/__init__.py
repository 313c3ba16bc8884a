"""Clean texts that people type."""
