"""What a perfect clear sends, or how many points it gives: tables, events of placements, the best of all solutions."""
