"""Indian Chief: seven melds in seven turns, shown by all at once."""
