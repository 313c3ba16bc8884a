"""The events of a scene, shown one after the other at the chosen pace."""
