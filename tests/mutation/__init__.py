"""The play changed in one place at a time, and the published suite run on each change.

``python -m tests.mutation run`` judges every change, ``python -m tests.mutation tell`` prints it.
"""
