"""All boards between a field and a goal: what is asked, the queues that may come, and the boards themselves."""
