"""The sub-commands of ``meldspec``, one module each."""
