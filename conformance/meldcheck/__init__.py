"""The measure: documents to cases, engines against cases, and reports."""
