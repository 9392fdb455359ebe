"""Books of perfect clears: the shortest decision list that leads every queue to a solution."""
