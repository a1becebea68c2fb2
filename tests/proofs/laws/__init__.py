"""The laws: a folder for the ground floor and one for each game, a module for each subject."""

from typing import Final

FOLDERS: Final = ("ground", "tongits", "rummy", "carousel", "three_thirteen", "indian_chief")
"""Every folder of laws, in the order of the pages."""
