"""The documentation, built with ``sphinx-build -W -n docs OUT``."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "meldspec"
author = "the meldspec authors"
copyright = "2026, the meldspec authors; documents under CC BY 4.0"  # noqa: A001  # Sphinx's name
version = release = installed_version("meldspec")

extensions = ["myst_parser", "lawpages"]
source_suffix = {".md": "markdown"}
exclude_patterns = [
    "_build",
    "_ext",
    "rules/sources/verified.toml",
    "rules/*/rulesets",
    "rules/*/withdrawn.toml",
]
myst_enable_extensions = ["colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "meldspec"
html_static_path = ["_static", "../conformance/meldcheck/check/html/stepper.js"]
templates_path = ["_templates"]
html_favicon = "_static/favicon.svg"
html_use_index = False
html_copy_source = False
html_show_search_summary = False
highlight_language = "none"
html_css_files = ["law.css", "pages.css", "finding.css"]
html_js_files = ["law.js", "ranking.js", "finding.js"]
html_sidebars = {
    "**": ["sidebar/scroll-start.html", "sidebar/doors.html", "sidebar/scroll-end.html"]
}
html_theme_options = {
    "announcement": "doors",  # not the words: the place of _templates/page.html
    "light_css_variables": {
        "color-brand-primary": "#1d6b4f",
        "color-brand-content": "#1d6b4f",
        "color-brand-visited": "#1d6b4f",
        "color-foreground-muted": "#5a5e64",
        "law-sheet": "#fbfbf9",
        "law-wash": "#e6f1ec",
        "law-shade": "rgb(0 0 0 / 14%)",
        "law-red": "#b3261e",
        "law-red-wash": "#fbeeec",
        "card-face": "#fffefb",
        "card-line": "#d8d4c8",
        "card-black": "#1c1c1e",
        "card-red": "#c0271d",
        "stand-default": "#1d6b4f",
        "stand-several": "#b9d3c7",
        "stand-other": "#e0812b",
        "stand-line": "#b5b5b0",
    },
    "dark_css_variables": {
        "color-brand-primary": "#74c8a4",
        "color-brand-content": "#74c8a4",
        "color-brand-visited": "#74c8a4",
        "color-foreground-muted": "#a3a8ae",
        "law-sheet": "#191c1e",
        "law-wash": "#1d332a",
        "law-shade": "rgb(0 0 0 / 45%)",
        "law-red": "#ff9a8f",
        "law-red-wash": "#34201e",
        "card-face": "#ece8dd",
        "card-line": "#b9b4a6",
        "card-black": "#1c1c1e",
        "card-red": "#b3221a",
        "stand-default": "#2b8262",
        "stand-several": "#9dbfb0",
        "stand-other": "#e0903f",
        "stand-line": "#5c6266",
    },
}
