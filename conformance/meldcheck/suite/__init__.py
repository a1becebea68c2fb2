"""From documents to cases: resolved, checked against the reference, built, and kept as files."""
