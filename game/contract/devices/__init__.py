"""What a device keeps of another one's table, and how two devices find each other."""
