"""How sure one may be of each clause, and why."""
