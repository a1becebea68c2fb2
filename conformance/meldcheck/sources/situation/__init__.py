"""Situations as people write them: completed, begun in a position, and checked."""
