"""What the keys of each verb's answers mean, and how each claim is looked at: the rules of ``verify``."""
