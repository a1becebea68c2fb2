"""The documentation, built with ``sphinx-build -W -n docs OUT``."""

from importlib.metadata import version as installed_version

project = "meldspec"
author = "the meldspec authors"
copyright = "2026, the meldspec authors; documents under CC BY 4.0"  # noqa: A001  # Sphinx's name
version = release = installed_version("meldspec")

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
myst_enable_extensions = ["deflist", "fieldlist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "meldspec"
