"""Finds or makes the certificate for serving HTTPS ourselves."""

from __future__ import annotations

import hashlib
import ipaddress
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cryptography import x509

FOLDER: Final = "https"
CERTIFICATE_FILE, KEY_FILE = "certificate.pem", "key.pem"
VALID: Final = timedelta(days=397)
"""Some phones turn away certificates that are valid for longer than 398 days."""
RENEW_BEFORE: Final = timedelta(days=30)
RELEASED: Final = datetime(2026, 11, 1, tzinfo=UTC)
"""A clock before this is wrong: a small computer without a clock starts in 1970."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What HTTPS is served with."""

    context: ssl.SSLContext
    fingerprint: str
    """sha256 of the certificate in capital hexadecimal pairs, as phones show it."""
    self_signed: bool
    """Made by us: no phone knows it, so each warns once."""


@dataclass(frozen=True, slots=True)
class NoCertificate:
    """Why HTTPS cannot be served, in a sentence for the terminal."""

    sentence: str


def read_certificate(certificate: Path, key: Path) -> Certificate | NoCertificate:
    """The operator's own certificate (PEM, the whole chain) with its key."""
    try:
        return _certificate(certificate, key, self_signed=False)
    except OSError as trouble:  # ssl.SSLError is one too
        reason = trouble.strerror or str(trouble)
        return NoCertificate(f"The certificate {certificate} cannot be used: {reason}.")
    except ValueError:
        return NoCertificate(f"There is no certificate in {certificate}.")


def own_certificate(data: Path, names: Iterable[str], now: datetime) -> Certificate | NoCertificate:
    """Our own self-signed certificate for these hosts and addresses, kept in the data folder.

    The one made before is kept as long as it is valid and names all of `names`, so that phones
    warn once and not at every start.
    """
    folder = data / FOLDER
    certificate, key = folder / CERTIFICATE_FILE, folder / KEY_FILE
    wanted, now = sorted(set(names)), max(now, RELEASED)
    try:
        if not _still_good(certificate, key, wanted, now):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            made_key, made = _self_signed(wanted, now)
            _write_secret(key, made_key)
            certificate.write_bytes(made)
        return _certificate(certificate, key, self_signed=True)
    except OSError as trouble:
        reason = trouble.strerror or str(trouble)
        return NoCertificate(f"No certificate could be made in {folder}: {reason}.")


def _certificate(certificate: Path, key: Path, *, self_signed: bool) -> Certificate:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    # A key with a password would make OpenSSL ask for it in the middle of a start.
    context.load_cert_chain(certificate, key, password=lambda: b"")
    first = ssl.PEM_cert_to_DER_cert(_first_of(certificate.read_text(encoding="ascii")))
    pairs = hashlib.sha256(first).hexdigest().upper()
    fingerprint = ":".join(pairs[place : place + 2] for place in range(0, len(pairs), 2))
    return Certificate(context, fingerprint, self_signed)


def _first_of(chain: str) -> str:
    """A server's own certificate stands first in its file."""
    begin = chain.find(ssl.PEM_HEADER)
    end = chain.find(ssl.PEM_FOOTER, begin)
    if begin < 0 or end < 0:
        raise ValueError("no certificate")
    return chain[begin : end + len(ssl.PEM_FOOTER)]


def _still_good(certificate: Path, key: Path, wanted: list[str], now: datetime) -> bool:
    from cryptography import x509

    if not certificate.is_file() or not key.is_file():
        return False
    try:
        found = x509.load_pem_x509_certificate(certificate.read_bytes())
        named = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return False
    known = {str(name.value) for name in named}
    in_time = found.not_valid_before_utc <= now < found.not_valid_after_utc - RENEW_BEFORE
    return in_time and known.issuperset(wanted)


def _self_signed(names: list[str], now: datetime) -> tuple[bytes, bytes]:
    """A new key and its certificate, both as PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    us = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Backroom")])
    usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    made = (
        x509.CertificateBuilder()
        .subject_name(us)
        .issuer_name(us)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now - timedelta(days=1) + VALID)
        .add_extension(x509.SubjectAlternativeName([_named(name) for name in names]), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
        .add_extension(usage, False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return private, made.public_bytes(serialization.Encoding.PEM)


def _named(name: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _write_secret(path: Path, secret: bytes) -> None:
    """For its owner's eyes only, from the first byte on."""
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_bytes(secret)
