"""Bounds, deals and small packs for Tong-its."""
