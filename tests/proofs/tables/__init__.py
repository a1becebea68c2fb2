"""Tables for theorems, a module a game: built from ordered scalars."""
