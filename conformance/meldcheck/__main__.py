"""``python -m meldcheck``: the same as the command ``meldspec``."""

from meldcheck.cli import main

main(prog_name="meldspec")
