"""The formats: cases, steps, protocol messages, and the comparison of answers."""
