-- The ground: tables, their logs, who sits where, and snapshots of the fold.

CREATE TABLE decks (
  sha256 text PRIMARY KEY,
  body text NOT NULL
);

-- Every tap moves a row's head. Room in its page and no index on what moves keep that cheap: the
-- new row lies beside the old one and no index hears of it.
CREATE TABLE tables (
  code text PRIMARY KEY,
  game_key text NOT NULL,
  options text NOT NULL,
  deck_sha256 text REFERENCES decks (sha256),
  created_at text NOT NULL,
  name text NOT NULL,
  who_logs text NOT NULL,
  who_lets_in text NOT NULL,
  host_phone_id text,
  former_host_phone_id text,
  rematch_code text,
  head_seq integer NOT NULL,
  head_hash text NOT NULL,
  last_event_at text NOT NULL,
  edition integer NOT NULL,
  imported boolean NOT NULL
) WITH (fillfactor = 60);

CREATE INDEX tables_by_deck ON tables (deck_sha256);

CREATE TABLE events (
  table_code text NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
  seq integer NOT NULL,
  at text NOT NULL,
  seat integer NOT NULL,
  id text,
  body text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (table_code, seq)
);

CREATE UNIQUE INDEX events_once ON events (table_code, seat, id) WHERE id IS NOT NULL;

CREATE FUNCTION log_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER events_stand BEFORE UPDATE ON events
FOR EACH ROW EXECUTE FUNCTION log_stands();

CREATE TABLE phones (
  table_code text NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
  phone_id text NOT NULL,
  token_sha256 text NOT NULL,
  join_id_sha256 text,
  used boolean NOT NULL,
  ends_by_hand boolean NOT NULL,
  created_at text NOT NULL,
  PRIMARY KEY (table_code, phone_id),
  UNIQUE (table_code, token_sha256)
);

CREATE INDEX phones_by_join_id ON phones (join_id_sha256) WHERE join_id_sha256 IS NOT NULL;

CREATE TABLE seats (
  table_code text NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
  number integer NOT NULL,
  player text NOT NULL,
  phone_id text,
  PRIMARY KEY (table_code, number)
);

CREATE TABLE snapshots (
  table_code text PRIMARY KEY REFERENCES tables (code) ON DELETE CASCADE,
  seq integer NOT NULL,
  chain_hash text NOT NULL,
  body text NOT NULL,
  hash text NOT NULL
);

CREATE TABLE kept (
  name text PRIMARY KEY,
  value text NOT NULL
);
