"""The studio that the tests of the doors ask beside the shell."""

from tests.web.conftest import settings, studio

__all__ = ["settings", "studio"]
