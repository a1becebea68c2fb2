"""Which readings an engine plays, and how the plays that tell it are made."""
