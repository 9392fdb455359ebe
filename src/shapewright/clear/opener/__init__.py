"""Openers: which boards to learn for the first pieces."""
