"""The people at the table: their portraits, and what every page knows of those with other devices."""
