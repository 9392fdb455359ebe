"""The studio: a page on this machine for every family, and the JSON endpoints behind it.

The server states no puzzle and solves none: a question that comes in is read by its :mod:`fields`, answered in a worker
process through the same Python API that the command line uses, and shown. A family is one module with its questions,
one template and one ES module; :mod:`families` lists them.
"""
