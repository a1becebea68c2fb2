"""The documents, read: clauses, questions, examples, sources, and the rule sets that they name."""
