"""Storage on the device between visits: matches, settings and other entries. The browser's storage is IndexedDB."""
