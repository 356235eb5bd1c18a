-- What passes by at a table: knocks, hand-over links, which phones are here. Not logged ahead:
-- after a crash of PostgreSQL it is empty, and one knocks again, as after a restart of Backroom.

CREATE UNLOGGED TABLE passing (
  table_code text NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
  kind text NOT NULL,
  key text NOT NULL,
  body text NOT NULL,
  place bigint GENERATED ALWAYS AS IDENTITY,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (table_code, kind, key)
);
