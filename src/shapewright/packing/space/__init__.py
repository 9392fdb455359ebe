"""Polycubes in boxes."""
