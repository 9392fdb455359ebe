"""The verbs of ``stacking``, a module each."""
