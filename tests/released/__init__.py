"""The packages of a release: what is made for them, and the proof that they work elsewhere."""
