"""placeholder"""
from __future__ import annotations
from typing import Any
def search(configuration: Any, only: Any = "full", **rest: Any) -> Any:
    raise NotImplementedError
