"""Solution sets: all solutions of a puzzle as one decision diagram, to be counted, drawn from, filtered and kept."""
