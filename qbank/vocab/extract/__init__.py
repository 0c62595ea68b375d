"""Reads the options of released packages without importing them."""
