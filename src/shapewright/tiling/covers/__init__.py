"""Exact covers that are given as such: items and options instead of a board and pieces.

``exact_cover``  the object, its questions are its methods
``engine``       the engine's side of a cover: an instance that is made once, searches that are used again
``search``       covers one after the other, or as arrays, and how many there are
``cheapest``     those that cost least
``reason``       why there is none
``check``        the independent checker of many covers at a time
``of_problem``   the tilings of a board as exact covers
``dlx``          Knuth's text, read and written
"""
