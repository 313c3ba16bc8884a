"""Storage on this device between visits: matches, settings and other entries. In the browser it uses IndexedDB."""
