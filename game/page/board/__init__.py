"""The table itself: what part of it is shown, its layers, where fingers hit, and tiles that glide."""
