"""Fumens edited, glued, and drawn.

- ``edit``: fumens made of others
- ``plain_pages``, ``player_pages``: pictures of pages, and their colours
"""
