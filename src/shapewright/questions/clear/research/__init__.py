"""Verbs for those who study perfect clears; few players need them."""
