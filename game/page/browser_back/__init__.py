"""The Back button of browser and phone."""
