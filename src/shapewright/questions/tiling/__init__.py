"""The verbs of ``tiling``, a module each."""
