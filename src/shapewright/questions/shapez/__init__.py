"""The verbs of ``shapez``, a module each."""
