"""Why can't my friends connect: our addresses, whether a phone reached us, the usual reasons."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.web import bodies, callers
from companion.web.errors import refusal, wants_json
from companion.web.guards import host_name, is_forwarded
from companion.web.host_key import gave_host_key
from companion.web.parts import parts
from companion.web.qr import bare_origin, doctor_code

blueprint = Blueprint("doctor", __name__)

_HERE_ONLY = N_("Please do that on the computer that runs Backroom.")


@dataclass(frozen=True, slots=True)
class AddressLine:
    """One address of this computer, as the host may try it."""

    address: str
    shown: str
    """As typed into a phone: with the port, without http://."""
    interface: str
    likely: bool
    """False for tunnels and VPNs."""
    devices: int
    """Other devices that came by it."""
    in_qr: bool


@dataclass(frozen=True, slots=True)
class Checkup:
    """What the doctor knows right now."""

    lines: tuple[AddressLine, ...]
    """Empty for anybody but the host's computer, and with a public URL."""
    origin: str | None
    port: str
    """What we listen on, as it is typed; it need not be the public URL's."""
    reached: bool
    """Any other device has reached us since the start."""
    greeted: bool
    """A phone opened the test page."""
    at_this_computer: bool
    behind_unexpected_proxy: bool
    public: bool
    only_here: str | None
    """The host that we listen on, when by it only this computer reaches us."""
    may_fall_asleep: bool
    """This system does not let us keep the computer awake."""
    disk: Phrase | None
    """What the disk does not take, or soon will not."""


def at_this_computer() -> bool:
    """Whether the request comes from the computer that runs Backroom, or with the host's word.

    What a proxy brings that we were not told of comes from anywhere, though it looks like us.
    """
    forwarded = parts().settings.proxies == 0 and is_forwarded(request.environ)
    return (parts().addresses.knows(callers.address()) and not forwarded) or gave_host_key()


def check_up() -> Checkup:
    """Look at addresses and sightings now."""
    seen, here, awake = parts().sightings, at_this_computer(), parts().awake
    disk = parts().disk
    return Checkup(
        lines=_lines() if here else (),
        origin=bare_origin(),
        port=str(parts().addresses.port),
        reached=seen.any() is not None,
        greeted=seen.greeted_at is not None,
        at_this_computer=here,
        behind_unexpected_proxy=seen.unexpected_proxy,
        public=parts().settings.public_url is not None,
        only_here=parts().addresses.only_here() if here else None,
        may_fall_asleep=awake is not None and awake.cannot,
        disk=disk.at_the_doctor() if disk is not None else None,
    )


def _lines() -> tuple[AddressLine, ...]:
    addresses, seen = parts().addresses, parts().sightings
    best = addresses.best()
    found = []
    for each in addresses.all():
        sighting = seen.at(each.address)
        found.append(
            AddressLine(
                address=each.address,
                shown=each.origin(addresses.port).removeprefix("http://"),
                interface=each.interface,
                likely=each.likely,
                devices=sighting.devices if sighting else 0,
                in_qr=best is not None and best.address == each.address,
            )
        )
    return tuple(found)


@blueprint.get("/doctor")
def show() -> Response:
    """The page, or what it knows as JSON: the page's script asks for that while it waits."""
    found = check_up()
    if wants_json():
        return jsonify(_as_json(found))
    page = render_template("doctor/doctor.html", found=found, qr=doctor_code())
    return make_response(page)


@blueprint.get("/doctor/hello")
def hello() -> Response:
    """What a phone opens to show that it reaches us."""
    device, here = callers.address(), host_name(request.host) or ""
    if not parts().addresses.knows(device):
        parts().sightings.note(here, device, greeting=True)
    return make_response(render_template("doctor/hello.html"))


@blueprint.post("/doctor/address")
def choose() -> AnyResponse:
    """Put another of our addresses into the QR codes; only on the host's computer."""
    body = bodies.body()
    if not at_this_computer():
        return refusal(Refused("not_allowed", Phrase(_HERE_ONLY)), 403)
    if isinstance(body, Refused) or not isinstance(body.get("address"), str):
        return refusal(bodies.malformed(), 400)
    if not parts().addresses.choose(body["address"]):
        return refusal(bodies.malformed(), 422)
    return jsonify({"origin": bare_origin()}) if wants_json() else redirect("/doctor", 303)


def _as_json(found: Checkup) -> Json:
    return {
        "origin": found.origin,
        "reached": found.reached,
        "greeted": found.greeted,
        "addresses": [
            {"address": line.shown, "likely": line.likely, "devices": line.devices}
            for line in found.lines
        ],
    }
