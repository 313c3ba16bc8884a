"""Files to download and to open, and the dialog for a full store."""
