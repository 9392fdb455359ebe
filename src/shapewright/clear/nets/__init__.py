"""Nets that order the moves of the search: what one is, how one is evolved and measured, what one looks like."""
