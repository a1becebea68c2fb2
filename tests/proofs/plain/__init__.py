"""The obvious definitions, written without the reference, for the laws to compare with."""
