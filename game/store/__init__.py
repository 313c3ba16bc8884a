"""Storage on this device between visits: matches, settings and quarantined entries. In the browser it uses IndexedDB only."""
