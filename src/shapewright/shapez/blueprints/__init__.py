"""Blueprints of Shapez 2: their strings, what is in them, and what flows through them."""
