"""The report of a run as one HTML file: ``check --report FILE.html``."""

from meldcheck.check.html.page import as_html as as_html
