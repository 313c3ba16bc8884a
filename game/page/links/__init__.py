"""Links in the address."""
