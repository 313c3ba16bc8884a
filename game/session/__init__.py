"""A match in progress and replays: past states, seats, layout and text form. These modules draw and store nothing."""
