-- The deck maker: decks that people made, the history of each, and pictures by content.
-- The bodies of their revisions lie in `decks`, by hash, beside those that tables play with.

CREATE TABLE made_decks (
  deck_id text PRIMARY KEY,
  secret_sha256 text NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL,
  version integer NOT NULL,
  stands_at integer NOT NULL
);

CREATE TABLE revisions (
  deck_id text NOT NULL REFERENCES made_decks (deck_id) ON DELETE CASCADE,
  number integer NOT NULL,
  sha256 text NOT NULL REFERENCES decks (sha256),
  at text NOT NULL,
  size integer NOT NULL,
  PRIMARY KEY (deck_id, number)
);

CREATE INDEX revisions_by_body ON revisions (sha256);

CREATE TABLE pictures (
  sha256 text PRIMARY KEY,
  data bytea NOT NULL
);

CREATE TABLE shown_pictures (
  deck_sha256 text NOT NULL REFERENCES decks (sha256) ON DELETE CASCADE,
  picture_sha256 text NOT NULL REFERENCES pictures (sha256),
  PRIMARY KEY (deck_sha256, picture_sha256)
);

CREATE INDEX shown_pictures_by_picture ON shown_pictures (picture_sha256);
