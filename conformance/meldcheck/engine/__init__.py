"""Engines: an engine as a process, the reference in this process, and the protocol."""
