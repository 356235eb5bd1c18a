"""Finds the addresses that phones can reach this computer at, best first."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import ifaddr

FRESH_SECONDS: Final = 5.0
"""How long a reading of the interfaces is believed; a laptop may change its Wi-Fi meanwhile."""

_NOWHERE: Final = ("192.0.2.1", 9)
"""A documentation address (RFC 5737). Connecting a UDP socket to it sends nothing: it only makes
the system choose the interface that leads out."""

_VIRTUAL = re.compile(
    r"^(docker|br-[0-9a-f]{12}|veth|virbr|vmnet|vboxnet|vnic|lxc|lxdbr|podman|cni|flannel|cali|"
    r"incusbr|bridge1\d\d|awdl|llw|anpi|ap\d)|virtualbox|vmware|vethernet|hyper-v|wsl",
    re.IGNORECASE,
)
_TUNNEL = re.compile(
    r"^(tun|tap|wg|utun|tailscale|zt|ppp|ipsec|nordlynx|proton|mullvad|gpd|cscotun)|"
    r"wireguard|openvpn|tap-windows|zerotier|tailscale|wintun|anyconnect|vpn",
    re.IGNORECASE,
)
_HOME = re.compile(r"^(wl|wi-?fi|en\w*\d|eth|em\d|lan|ethernet|wireless)", re.IGNORECASE)
_SHARED = ipaddress.ip_network("100.64.0.0/10")  # RFC 6598; private tunnels such as Tailscale
_PREFERRED_RANGES = tuple(map(ipaddress.ip_network, ("192.168.0.0/16", "10.0.0.0/8")))


@dataclass(frozen=True, slots=True)
class Interface:
    """One address of this computer as the system names it."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Reachable:
    """An address that a phone may try. `likely` is false for tunnels: only the host can tell."""

    address: str
    interface: str
    likely: bool

    def origin(self, port: int, scheme: str = "http") -> str:
        """The web origin on this address, an IPv6 literal in brackets."""
        host = f"[{self.address}]" if ":" in self.address else self.address
        standard = {"http": 80, "https": 443}[scheme]
        return f"{scheme}://{host}" if port == standard else f"{scheme}://{host}:{port}"


def rank(interfaces: Iterable[Interface], leads_out: str | None) -> tuple[Reachable, ...]:
    """The addresses that phones can try, best first; pure, so that any machine can be tried.

    Loopback, link-local and what belongs to containers or virtual machines never appears.
    Tunnels come last and are not `likely`. `leads_out` is the address that the system would use
    to leave this network; it wins among its equals, not over a better kind.
    """
    ranked: dict[str, tuple[tuple[int, ...], Reachable]] = {}
    for interface in interfaces:
        place = _place(interface, leads_out)
        if place is not None and interface.address not in ranked:
            found = Reachable(interface.address, interface.name, likely=place[0] == 0)
            ranked[interface.address] = (place, found)
    return tuple(found for _, found in sorted(ranked.values(), key=lambda pair: pair[0]))


def _place(interface: Interface, leads_out: str | None) -> tuple[int, ...] | None:
    """Where an address stands; smaller is better, None is refused."""
    try:
        address = ipaddress.ip_address(interface.address)
    except ValueError:
        return None
    useless = (
        address.is_loopback
        or address.is_unspecified
        or address.is_multicast
        or address.is_link_local
        or (address.is_reserved and address.version == 4)
    )
    if useless or _VIRTUAL.search(interface.name):
        return None
    tunnel = bool(_TUNNEL.search(interface.name)) or (address.version == 4 and address in _SHARED)
    in_range = next(
        (n for n, network in enumerate(_PREFERRED_RANGES) if address in network),
        len(_PREFERRED_RANGES),
    )
    return (
        int(tunnel),
        address.version,  # 4 before 6: old phones, and a shorter QR
        int(address.is_global),
        int(interface.address != leads_out),
        int(not _HOME.search(interface.name)),
        in_range,
        int(address),
    )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"


def _is_private(host: str) -> bool:
    """Whether a host name or address belongs to a home network or to this machine."""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return host == "localhost" or host.endswith((".local", ".lan", ".home.arpa", ".internal"))


def read_interfaces() -> tuple[Interface, ...]:
    """All addresses of this computer, in the system's order."""
    return tuple(
        Interface(adapter.nice_name, ip.ip if isinstance(ip.ip, str) else ip.ip[0])
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    )


def read_leads_out() -> str | None:
    """The address that the system would leave by; None without a route. Sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found == "0.0.0.0" else found


def read_machine_names() -> frozenset[str]:
    """The names by which this machine may be called in its own network, in lower case."""
    short = socket.gethostname().lower().split(".")[0]
    return frozenset({socket.gethostname().lower(), short, f"{short}.local"} - {"", ".local"})


class Addresses:
    """Knows at any moment where phones find this server; reads the interfaces anew when stale."""

    def __init__(
        self,
        port: int,
        *,
        bound_to: str,
        public_url: str | None,
        monotonic: Callable[[], float],
        scheme: str = "http",
        interfaces: Callable[[], tuple[Interface, ...]] = read_interfaces,
        leads_out: Callable[[], str | None] = read_leads_out,
        machine_names: Callable[[], frozenset[str]] = read_machine_names,
    ) -> None:
        """`bound_to` is the address that the server listens on: 0.0.0.0, :: or one of its own.

        `scheme` stands in every QR and link: https only with a certificate that phones know.
        """
        self.port = port
        self.public_url = public_url
        self._scheme = scheme
        self._bound_to = bound_to
        self._monotonic = monotonic
        self._read_interfaces = interfaces
        self._read_leads_out = leads_out
        self._machine_names = machine_names()
        self._read_at: float | None = None
        self._interfaces: tuple[Interface, ...] = ()
        self._ranked: tuple[Reachable, ...] = ()
        self._chosen: str | None = None

    def all(self) -> tuple[Reachable, ...]:
        """What the host can switch between, best first; empty with a public URL."""
        if self.public_url is not None:
            return ()
        self._read_when_stale()
        return self._ranked

    def best(self) -> Reachable | None:
        """The address in the QR: the host's choice while it lasts, else the first likely one."""
        found = self.all()
        chosen = next((each for each in found if each.address == self._chosen), None)
        return chosen or next((each for each in found if each.likely), None)

    def choose(self, address: str) -> bool:
        """Take one of `all()` for the QR; False and no change when it is not among them."""
        known = any(each.address == address for each in self.all())
        if known:
            self._chosen = address
        return known

    def origin(self) -> str | None:
        """The origin for every QR and link: the public URL, else the best address, else None.

        Never loopback, never 0.0.0.0 and never taken from a request.
        """
        if self.public_url is not None:
            return self.public_url
        best = self.best()
        return best.origin(self.port, self._scheme) if best else None

    def names(self) -> tuple[str, ...]:
        """Every host by which this server may be called now: what a certificate should name."""
        self._read_when_stale()
        public = urlsplit(self.public_url).hostname if self.public_url else None
        found = {"localhost", "127.0.0.1", *self._machine_names, *({public} if public else ())}
        return tuple(sorted(found | {each.address for each in self._ranked}))

    def is_public(self) -> bool:
        """Whether the address for phones is one of the internet, so that anybody may come."""
        if self.public_url is not None:
            return not _is_private(urlsplit(self.public_url).hostname or "")
        best = self.best()
        return best is not None and not _is_private(best.address)

    def only_here(self) -> str | None:
        """The host we listen on when only this computer reaches it; None when others may.

        Behind a public URL a proxy on this computer brings the phones, so that is as it should be.
        """
        if self.public_url is not None:
            return None
        return self._bound_to if _is_loopback(self._bound_to) else None

    def local_origin(self) -> str:
        """The origin for the browser of this very computer."""
        own = self._bound_to not in ("0.0.0.0", "::", "127.0.0.1", "::1")
        host = self._bound_to if own else "localhost"
        return Reachable(host, "", likely=True).origin(self.port)

    def knows(self, host: str) -> bool:
        """Whether a Host header (port and brackets off, lower case) names this server.

        Trusted are the public URL's host, loopback, this machine's names and all of its present
        addresses; a miss reads the addresses again, at most every FRESH_SECONDS.
        """
        if self.public_url is not None and host == urlsplit(self.public_url).hostname:
            return True
        if host == "localhost" or host in self._machine_names:
            return True
        try:
            wanted = ipaddress.ip_address(host)
        except ValueError:
            return False
        return (
            wanted.is_loopback
            or self._has(wanted)
            or (self._read_when_stale() and self._has(wanted))
        )

    def _has(self, wanted: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
        return any(ipaddress.ip_address(each.address) == wanted for each in self._interfaces)

    def _read_when_stale(self) -> bool:
        now = self._monotonic()
        if self._read_at is not None and now - self._read_at < FRESH_SECONDS:
            return False
        self._read_at = now
        self._interfaces = self._read_interfaces()
        listening = [each for each in self._interfaces if self._listens_on(each.address)]
        self._ranked = rank(listening, self._read_leads_out())
        return True

    def _listens_on(self, address: str) -> bool:
        if self._bound_to == "::":
            return True
        if self._bound_to == "0.0.0.0":
            return ":" not in address
        return address == self._bound_to
