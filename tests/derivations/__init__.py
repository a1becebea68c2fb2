"""Second derivations: examples worked out again without a look at the first results."""
