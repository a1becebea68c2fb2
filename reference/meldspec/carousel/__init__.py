"""Carousel: a rummy game whose melds belong to everybody and may be rearranged."""
