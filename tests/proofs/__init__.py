"""Laws of the reference, symbolically checked: ``python -m tests.proofs``."""
