"""Identification: which readings an engine plays, and the plays that show it."""
