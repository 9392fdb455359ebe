"""Nets that order the moves of the search: what one is, how one is evolved and measured, what one looks like.

- ``net``: what a net is, and its file
- ``train``, ``evolution``: how one is trained, and on which queues
- ``compare``: nets and the built-in order side by side
- ``picture``: its picture
"""
