"""The catalogue of causes: engines that differ from the reference in one rule, and their signs.

``python -m tests.causes`` plays every case on each of them and writes ``causes.json`` of the suite.
"""
