"""What is said: cases, steps, protocol messages, and when two sayings are the same."""
