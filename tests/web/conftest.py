"""The same product and phones as the security tests use."""

from __future__ import annotations

from tests.security.conftest import browser, product, tables_of

__all__ = ["browser", "product", "tables_of"]
