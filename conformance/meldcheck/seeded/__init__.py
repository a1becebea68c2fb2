"""Plays that nobody wrote: seeded, kept, fuzzed and reduced."""
