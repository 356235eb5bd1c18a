"""The certificate for HTTPS: made once, kept while it is good; the operator's is read with care."""

from __future__ import annotations

import hashlib
import ssl
import stat
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509

from companion.serve.certificates import (
    RELEASED,
    VALID,
    Certificate,
    NoCertificate,
    own_certificate,
    read_certificate,
)

NOW = datetime(2026, 12, 24, 20, 0, tzinfo=UTC)
NAMES = ("192.168.1.20", "fd00::5", "localhost")


def made(tmp_path, names=NAMES, now=NOW) -> Certificate:
    certificate = own_certificate(tmp_path, names, now)
    assert isinstance(certificate, Certificate), certificate
    return certificate


def kept(tmp_path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((tmp_path / "https" / "certificate.pem").read_bytes())


def test_a_made_certificate_names_every_address(tmp_path):
    made(tmp_path)

    named = kept(tmp_path).extensions.get_extension_for_class(x509.SubjectAlternativeName).value

    assert sorted(str(name.value) for name in named) == sorted(NAMES)


def test_the_fingerprint_is_that_of_the_certificate(tmp_path):
    certificate = made(tmp_path)

    whole = ssl.PEM_cert_to_DER_cert((tmp_path / "https" / "certificate.pem").read_text("ascii"))

    assert certificate.fingerprint.replace(":", "").lower() == hashlib.sha256(whole).hexdigest()


def test_only_its_owner_reads_the_key(tmp_path):
    made(tmp_path)

    assert stat.S_IMODE((tmp_path / "https" / "key.pem").stat().st_mode) == 0o600


def test_a_second_start_keeps_the_certificate(tmp_path):
    first = made(tmp_path)

    assert made(tmp_path, now=NOW + timedelta(days=300)).fingerprint == first.fingerprint
    assert made(tmp_path, names=NAMES[:1]).fingerprint == first.fingerprint


@pytest.mark.parametrize(
    "change",
    [
        {"names": (*NAMES, "10.0.0.7")},
        {"now": NOW + VALID - timedelta(days=29)},
        {"now": NOW + timedelta(days=4_000)},
    ],
    ids=["new address", "ends soon", "ended"],
)
def test_a_certificate_that_does_not_do_any_more_is_made_anew(tmp_path, change):
    first = made(tmp_path)

    assert made(tmp_path, **change).fingerprint != first.fingerprint


@pytest.mark.parametrize("name", ["certificate.pem", "key.pem"])
def test_a_lost_or_broken_file_is_made_anew(tmp_path, name):
    first = made(tmp_path)
    (tmp_path / "https" / name).unlink()

    assert made(tmp_path).fingerprint != first.fingerprint
    (tmp_path / "https" / "certificate.pem").write_text("no certificate", encoding="ascii")
    assert made(tmp_path).fingerprint != first.fingerprint


def test_a_clock_that_starts_in_1970_makes_a_certificate_for_today(tmp_path):
    made(tmp_path, now=datetime(1970, 1, 1, tzinfo=UTC))

    assert kept(tmp_path).not_valid_before_utc <= RELEASED < kept(tmp_path).not_valid_after_utc


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "https").write_text("", encoding="ascii")

    found = own_certificate(tmp_path, NAMES, NOW)

    assert isinstance(found, NoCertificate)
    assert found.sentence.startswith("No certificate could be made in ")


def test_the_operators_own_certificate_is_read(tmp_path):
    made(tmp_path)
    folder = tmp_path / "https"

    found = read_certificate(folder / "certificate.pem", folder / "key.pem")

    assert isinstance(found, Certificate)
    assert not found.self_signed


def test_a_certificate_that_cannot_be_used_is_told(tmp_path):
    made(tmp_path)
    other = tmp_path / "other"
    made(other)
    certificate, key = tmp_path / "https" / "certificate.pem", other / "https" / "key.pem"
    nothing = tmp_path / "nothing.pem"
    nothing.write_text("", encoding="ascii")

    for pair in ((certificate, key), (nothing, key), (certificate, nothing)):
        found = read_certificate(*pair)
        assert isinstance(found, NoCertificate)
        assert "cannot be used" in found.sentence
