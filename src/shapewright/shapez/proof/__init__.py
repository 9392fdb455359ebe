"""Second computations: the data of a configuration checked from many sides."""
