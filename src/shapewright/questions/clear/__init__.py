"""The verbs of ``clear``, a module each."""
