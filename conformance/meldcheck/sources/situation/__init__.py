"""Situations as people write them, filled up, begun in a position, and checked."""
