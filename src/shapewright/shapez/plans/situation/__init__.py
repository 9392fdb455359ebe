"""Plans in a player's situation: with what is on hand, with the machines that are unlocked, without trash."""
