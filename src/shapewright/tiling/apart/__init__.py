"""Assemblies taken apart: moves along the axes until single pieces are left, and how many they are."""
