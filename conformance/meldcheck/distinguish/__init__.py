"""The shortest play on which two rule sets differ, and the proof that none is shorter."""
