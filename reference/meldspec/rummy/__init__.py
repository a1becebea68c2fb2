"""Rummy: two to six players, melds laid on the table, and points for who runs out of cards."""
