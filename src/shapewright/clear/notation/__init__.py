"""Solutions in and out: fumens, ``.pc`` files, JSON Lines, plain text."""
