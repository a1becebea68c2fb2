"""A second engine beside the reference, on every state of the small tables."""
