"""What is kept on this device between visits: matches, settings, what could not be read. IndexedDB in the browser, nothing else."""
