"""Which of a computer's addresses goes into the QR, on machines as people have them."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from companion.serve.addresses import FRESH_SECONDS, Addresses, Interface, rank, read_interfaces

LOOPBACK = (Interface("lo", "127.0.0.1"), Interface("lo", "::1"))


def best_of(*interfaces: Interface, leads_out: str | None = None) -> str | None:
    found = rank((*LOOPBACK, *interfaces), leads_out)
    return found[0].address if found and found[0].likely else None


@pytest.mark.parametrize(
    ("machine", "interfaces", "leads_out", "expected"),
    [
        ("nothing plugged in", (), None, None),
        (
            "a laptop with Docker and a virtual machine",
            (
                Interface("docker0", "172.17.0.1"),
                Interface("br-0123456789ab", "172.18.0.1"),
                Interface("virbr0", "192.168.122.1"),
                Interface("wlp3s0", "192.168.1.23"),
            ),
            "192.168.1.23",
            "192.168.1.23",
        ),
        (
            "a full-tunnel VPN that owns the way out",
            (Interface("tun0", "10.8.0.6"), Interface("wlan0", "192.168.178.31")),
            "10.8.0.6",
            "192.168.178.31",
        ),
        (
            "a private mesh beside the Wi-Fi",
            (Interface("tailscale0", "100.101.102.103"), Interface("en0", "10.0.1.9")),
            "10.0.1.9",
            "10.0.1.9",
        ),
        (
            "Windows names",
            (
                Interface("VirtualBox Host-Only Ethernet Adapter", "192.168.56.1"),
                Interface("Hyper-V Virtual Ethernet Adapter", "172.22.16.1"),
                Interface("TAP-Windows Adapter V9", "10.9.0.2"),
                Interface("Intel(R) Wi-Fi 6 AX201 160MHz", "192.168.0.44"),
            ),
            "192.168.0.44",
            "192.168.0.44",
        ),
        (
            "no DHCP: only a link-local address",
            (Interface("eth0", "169.254.12.1"), Interface("eth0", "fe80::1%eth0")),
            None,
            None,
        ),
        (
            "cable leads out, a hotspot of its own beside it",
            (Interface("wlan0", "192.168.4.1"), Interface("eth0", "192.168.1.5")),
            "192.168.1.5",
            "192.168.1.5",
        ),
        (
            "a hotspot without internet",
            (Interface("wlan0", "10.42.0.1"),),
            None,
            "10.42.0.1",
        ),
        (
            "IPv6 beside IPv4",
            (Interface("eth0", "2001:db8::5"), Interface("eth0", "192.168.1.5")),
            "192.168.1.5",
            "192.168.1.5",
        ),
        ("IPv6 only", (Interface("eth0", "fd12:3456::9"),), None, "fd12:3456::9"),
        ("only a tunnel: the host must say so", (Interface("wg0", "10.6.0.2"),), "10.6.0.2", None),
        (
            "a rented server",
            (Interface("eth0", "93.184.216.34"),),
            "93.184.216.34",
            "93.184.216.34",
        ),
        (
            "a virtual adapter of Apple's",
            (Interface("awdl0", "192.168.9.9"), Interface("bridge100", "192.168.64.1")),
            None,
            None,
        ),
        ("the system talks nonsense", (Interface("eth0", "not an address"),), None, None),
    ],
)
def test_best_address_of_a_machine(machine, interfaces, leads_out, expected):
    assert best_of(*interfaces, leads_out=leads_out) == expected, machine


def test_tunnel_can_be_chosen_but_is_never_picked_by_itself():
    ranked = rank((Interface("wg0", "10.6.0.2"), Interface("eth0", "192.168.1.5")), "10.6.0.2")

    assert [(each.address, each.likely) for each in ranked] == [
        ("192.168.1.5", True),
        ("10.6.0.2", False),
    ]


def test_same_address_on_two_interfaces_is_listed_once():
    ranked = rank((Interface("eth0", "10.0.0.2"), Interface("eth0:1", "10.0.0.2")), None)

    assert [each.address for each in ranked] == ["10.0.0.2"]


@dataclass
class Machine:
    """A computer whose addresses and clock the test moves."""

    interfaces: tuple[Interface, ...] = (*LOOPBACK, Interface("wlan0", "192.168.1.23"))
    leads_out: str | None = None
    seconds: float = 0.0
    readings: int = field(default=0)

    def read(self) -> tuple[Interface, ...]:
        self.readings += 1
        return self.interfaces

    def addresses(self, *, bound_to: str = "0.0.0.0", public_url: str | None = None) -> Addresses:
        return Addresses(
            8000,
            bound_to=bound_to,
            public_url=public_url,
            monotonic=lambda: self.seconds,
            interfaces=self.read,
            leads_out=lambda: self.leads_out,
            machine_names=lambda: frozenset({"backroom", "backroom.local"}),
        )


def test_origin_is_the_best_address_with_the_port():
    assert Machine().addresses().origin() == "http://192.168.1.23:8000"


def test_origin_brackets_ipv6():
    machine = Machine(interfaces=(Interface("eth0", "fd12:3456::9"),))

    assert machine.addresses(bound_to="::").origin() == "http://[fd12:3456::9]:8000"


def test_public_url_wins_over_every_address():
    addresses = Machine().addresses(public_url="https://cards.example.org")

    assert addresses.origin() == "https://cards.example.org"
    assert addresses.all() == ()


@pytest.mark.parametrize(
    ("url", "public"),
    [
        ("http://192.168.1.4:8000", False),
        ("http://backroom.local", False),
        ("https://cards.example.org", True),
        ("https://93.184.216.34", True),
    ],
)
def test_public_url_says_whether_anybody_may_come(url, public):
    assert Machine().addresses(public_url=url).is_public() is public


@pytest.mark.parametrize(
    ("address", "public"), [("192.168.1.23", False), ("93.184.216.34", True), (None, False)]
)
def test_own_address_says_whether_anybody_may_come(address, public):
    own = (Interface("eth0", address),) if address else ()

    assert Machine(interfaces=(*LOOPBACK, *own)).addresses().is_public() is public


def test_without_a_network_there_is_no_origin_and_never_loopback():
    addresses = Machine(interfaces=LOOPBACK).addresses()

    assert addresses.origin() is None
    assert addresses.local_origin() == "http://localhost:8000"


def test_bound_to_loopback_offers_nothing_to_phones():
    assert Machine().addresses(bound_to="127.0.0.1").origin() is None


def test_bound_to_ipv4_does_not_offer_ipv6():
    machine = Machine(interfaces=(Interface("eth0", "fd12:3456::9"),))

    assert machine.addresses().all() == ()


def test_bound_to_one_address_offers_only_that():
    machine = Machine(
        interfaces=(Interface("wlan0", "192.168.1.23"), Interface("eth0", "192.168.2.7"))
    )
    addresses = machine.addresses(bound_to="192.168.2.7")

    assert [each.address for each in addresses.all()] == ["192.168.2.7"]
    assert addresses.local_origin() == "http://192.168.2.7:8000"


def test_host_switches_address_while_it_lasts():
    machine = Machine(
        interfaces=(Interface("wlan0", "192.168.1.23"), Interface("eth0", "10.0.0.7")),
        leads_out="192.168.1.23",
    )
    addresses = machine.addresses()

    assert addresses.choose("10.0.0.7") is True
    assert addresses.origin() == "http://10.0.0.7:8000"

    machine.interfaces = (Interface("wlan0", "192.168.1.23"),)
    machine.seconds += FRESH_SECONDS
    assert addresses.origin() == "http://192.168.1.23:8000"


def test_an_address_that_is_not_ours_cannot_be_chosen():
    addresses = Machine().addresses()

    assert addresses.choose("6.6.6.6") is False
    assert addresses.origin() == "http://192.168.1.23:8000"


def test_new_wifi_is_noticed_when_the_reading_is_stale_and_not_before():
    machine = Machine()
    addresses = machine.addresses()
    addresses.origin()
    machine.interfaces = (Interface("wlan0", "10.1.1.4"),)

    machine.seconds = FRESH_SECONDS - 0.1
    assert addresses.origin() == "http://192.168.1.23:8000"
    machine.seconds = FRESH_SECONDS
    assert addresses.origin() == "http://10.1.1.4:8000"
    assert machine.readings == 2


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("backroom", True),
        ("backroom.local", True),
        ("192.168.1.23", True),
        ("cards.example.org", True),
        ("evil.example", False),
        ("192.168.1.24", False),
        ("", False),
        ("localhost.evil.example", False),
    ],
)
def test_hosts_that_name_this_server(host, known):
    addresses = Machine().addresses(public_url="https://cards.example.org")

    assert addresses.knows(host) is known


def test_address_that_came_up_later_is_known_after_one_more_reading():
    machine = Machine()
    addresses = machine.addresses()
    assert addresses.knows("10.1.1.4") is False
    machine.interfaces = (*machine.interfaces, Interface("eth0", "10.1.1.4"))

    assert addresses.knows("10.1.1.4") is False, "a miss within 5 s reads nothing again"
    machine.seconds += FRESH_SECONDS
    assert addresses.knows("10.1.1.4") is True


def test_misses_cannot_make_us_read_the_interfaces_all_the_time():
    machine = Machine()
    addresses = machine.addresses()

    for last in range(200):
        addresses.knows(f"10.9.9.{last}")

    assert machine.readings == 1


def test_this_very_computer_has_a_loopback_address():
    assert "127.0.0.1" in {each.address for each in read_interfaces()}


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost", "LocalHost"])
def test_a_loopback_host_keeps_everybody_else_out(host: str) -> None:
    assert bound(host).only_here() == host
    assert bound(host, "https://tables.example.org").only_here() is None


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.23", "fd00::5", "laptop.local"])
def test_any_other_host_lets_others_in(host: str) -> None:
    assert bound(host).only_here() is None


@pytest.mark.parametrize(
    ("name", "public"),
    [
        ("localhost", False),
        ("box.lan", False),
        ("box.home.arpa", False),
        ("192.168.1.23", False),
        ("100.64.0.5", False),
        ("example.org", True),
        ("203.0.114.9", True),
    ],
)
def test_an_address_of_the_internet_is_public(name: str, public: bool) -> None:
    assert bound("0.0.0.0", f"http://{name}").is_public() is public


def bound(host: str, public_url: str | None = None) -> Addresses:
    return Addresses(
        8000,
        bound_to=host,
        public_url=public_url,
        monotonic=lambda: 0.0,
        interfaces=lambda: (Interface("wlan0", "192.168.1.23"),),
        leads_out=lambda: "192.168.1.23",
        machine_names=frozenset,
    )
