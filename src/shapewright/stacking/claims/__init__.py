"""What the keys of each verb's answers mean, and how each claim is checked: the rules of ``verify``."""
