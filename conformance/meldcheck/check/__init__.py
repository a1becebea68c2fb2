"""Engines against cases: what is sent, how replies are judged, and what is reported."""
