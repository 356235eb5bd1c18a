"""What is said when the print worker could not do a task."""

from __future__ import annotations

from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.worker_process import TaskFailed

SENTENCES = {
    "no_pango": N_("This computer cannot make PDFs yet: Pango is missing."),
    "too_long": N_("This print took too long and was stopped. Print fewer cards at once."),
    "too_big": N_("This print needs too much memory. Print fewer cards at once."),
    "cancelled": N_("The print was cancelled."),
    "fault": N_("The print failed. Please try again."),
    "too_many_pictures": N_("These pictures take too much room. Choose 300 dots to the inch."),
    "picture_too_heavy": N_("That picture has more than 5 MB. Save it smaller and try again."),
    "picture_unknown": N_("That is no PNG or JPEG picture. Save it as one of them."),
    "picture_too_large": N_("That picture has more than 24 million pixels. Save it smaller."),
    "picture_too_small": N_("That picture is too small to print. Take a larger one."),
    "picture_broken": N_("That picture cannot be read: the file is damaged. Save it again."),
}
"""By the code of a TaskFailed."""


def sentence(failed: TaskFailed) -> Phrase:
    """The failure for people. A word that no task of ours says is a fault."""
    return Phrase(SENTENCES.get(failed.code, SENTENCES["fault"]))
