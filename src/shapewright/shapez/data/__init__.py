"""The data of a configuration: which halves and shapes can be built, how they are found, and where they are kept.

- ``configuration``: how many parts a ring has and how many layers a shape
- ``search``: the job that finds everything
- ``halves``, ``closure``: all halves, and all shapes made of them
- ``known_shapes``, ``data_file``, ``source``: the data, their file, and where they come from
- ``sets``, ``count``, ``members``, ``random``: all shapes as a diagram, and what is asked of it
- ``total``: how many shapes there are, without a list
- ``packed``, ``number_columns``: packed shapes, and columns of numbers
"""
