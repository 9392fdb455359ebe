"""Fumens edited, glued, and drawn.

- ``edit``: fumens made of others
- ``player_pages``: pictures of pages, and their colours
"""
