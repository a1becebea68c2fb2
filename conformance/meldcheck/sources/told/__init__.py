"""Verdicts, tables and questions in sentences for two players."""
