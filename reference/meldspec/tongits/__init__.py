"""Tong-its: three players, twelve cards, melds kept or shown, and a draw that may be called."""
