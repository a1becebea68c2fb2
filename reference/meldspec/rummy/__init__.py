"""Rummy: two to six players, melds laid on the table, and points for the seat that goes out."""
