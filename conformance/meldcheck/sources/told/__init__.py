"""Verdicts, tables and questions as sentences for players."""
