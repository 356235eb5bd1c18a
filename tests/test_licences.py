"""What Backroom runs on may be given away together with it (GPL-3.0-only)."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
PINS = re.findall(
    r"^([\w.-]+)==(\S+)(?:; (.*))?$",
    "\n".join(
        line.partition("#")[0].strip()
        for line in (PROJECT / "requirements.txt").read_text("utf-8").splitlines()
    ),
    re.MULTILINE,
)
MAY_STAND_TOGETHER = re.compile(
    r"MIT|BSD|Apache|PSF|ISC|ZPL-2\.1|HPND|Public Domain|MPL-2\.0|Mozilla Public License 2"
    r"|LGPL|Lesser General Public|GPL-3\.0|GPLv3|GPLv2 or later|GPLv2\+"
)
"""Licences that the GNU list calls compatible with the GPL, version 3."""


def licence_of(found: Distribution) -> str:
    """Everything that a package says about its licence."""
    told = found.metadata
    kinds = [kind for kind in told.get_all("Classifier") or [] if kind.startswith("License ::")]
    return " / ".join([told.get("License-Expression") or "", told.get("License") or "", *kinds])


@pytest.mark.parametrize(("name", "version", "marker"), PINS, ids=lambda value: str(value))
def test_licence_may_stand_beside_ours(name: str, version: str, marker: str) -> None:
    try:
        found = distribution(name)
    except PackageNotFoundError:
        assert marker, f"{name} is pinned and not installed"
        return

    assert found.version == version
    assert MAY_STAND_TOGETHER.search(licence_of(found)), licence_of(found)


def test_the_check_sees_a_licence_that_may_not() -> None:
    assert not MAY_STAND_TOGETHER.search("Proprietary / All rights reserved")
    assert len(PINS) > 40
