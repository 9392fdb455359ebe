"""The verbs of ``packing``, a module each."""
