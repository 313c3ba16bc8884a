"""What the tools share: setting up a clone, serving dist/, and driving browsers."""
