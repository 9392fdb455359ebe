"""Plans that players write, judged and compared with the best."""
