CREATE TABLE event(
  id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  question_id TEXT,
  at_ms INTEGER NOT NULL,
  offset_min INTEGER NOT NULL,
  day TEXT NOT NULL,
  payload TEXT NOT NULL
) STRICT;
CREATE INDEX event_question ON event(question_id, at_ms);
CREATE INDEX event_day ON event(day);
CREATE TABLE card(
  question_id TEXT PRIMARY KEY,
  state TEXT NOT NULL
) STRICT;
CREATE TABLE meta(
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
