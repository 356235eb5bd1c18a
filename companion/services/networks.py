"""What counts as one address where something is counted: caps are for households, not digits."""

from __future__ import annotations

import ipaddress


def network_of(address: str | None) -> str:
    """An IPv4 address as it is, or the /64 network of an IPv6 address: a phone owns all of it."""
    text = (address or "").partition("%")[0]
    try:
        known = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known)


def is_loopback(address: str) -> bool:
    """Whether the address is this very computer's, in either family."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(known, "ipv4_mapped", None)
    return known.is_loopback or (mapped is not None and mapped.is_loopback)
