"""Where players meet: each in its own process, against the clock, every game on record."""
