"""From documents to cases: cases are made, checked against the reference, and kept as files."""
