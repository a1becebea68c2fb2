"""Seeded plays: made, kept as cases, fuzzed and reduced."""
