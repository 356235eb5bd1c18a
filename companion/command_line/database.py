"""The verbs that look after the data, where PostgreSQL keeps it: check, backup, restore, prune."""

from __future__ import annotations

from companion.command_line.troubles import DATABASE, in_words
from companion.services.answers import NotRecorded
from companion.services.ports import StorageTrouble
from companion.services.tables.tables import Tables
from companion.services.world import SystemClock, SystemRandomness
from companion.settings import Settings
from companion.storage.check import Finding
from companion.storage.postgres_check import check

BACKUP = 'pg_dump --format=custom --schema=backroom --file=backroom.dump "$DATABASE_URL"'
RESTORE = (
    "pg_restore --clean --if-exists --exit-on-error --single-transaction "
    '--dbname="$DATABASE_URL" backroom.dump'
)

HOW_TO_BACK_UP = f"""PostgreSQL keeps these tables, and its own program copies them while games run:
  {BACKUP}"""
HOW_TO_RESTORE = f"""PostgreSQL keeps these tables. Close all servers, then its own program puts a
copy back, whole or not at all:
  {RESTORE}
  python app.py check"""


def findings(settings: Settings) -> tuple[Finding, ...] | StorageTrouble:
    """All damage in the database of these settings."""
    return check(_url(settings))


def prune(settings: Settings) -> str | None:
    """Forget tables that nobody played for too long, also while servers run; else why not."""
    from companion.factory import limits_of
    from companion.storage.postgres import open_store

    store = open_store(_url(settings))
    if isinstance(store, StorageTrouble):
        return in_words(store, DATABASE)
    clock, limits = SystemClock(), limits_of(settings)
    store.listen(lambda code, edition: None, lambda: None)  # the servers hear what is gone
    try:
        pruned = Tables(store, clock, SystemRandomness(), _NoPhones(), limits).retention.prune()
    finally:
        store.close()
    if isinstance(pruned, NotRecorded):
        return f"Old tables were not forgotten this time ({pruned.refused.code})."
    return None


class _NoPhones:
    """A broadcaster of a verb, to which no phone listens."""

    def wake(self, code: str) -> None:
        """See services.ports.Broadcaster.wake."""

    def close_table(self, code: str) -> None:
        """See services.ports.Broadcaster.close_table."""

    def open_streams(self, code: str) -> int:
        """See services.ports.Broadcaster.open_streams."""
        return 0


def _url(settings: Settings) -> str:
    assert settings.database_url is not None
    return settings.database_url
