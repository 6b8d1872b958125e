-- One row a request that was accepted. delivery_key is what Slack calls the delivery (a trigger id):
-- unique, so that a retry or a second bot finds it taken.
CREATE TABLE requests (
  id             text PRIMARY KEY,
  delivery_key   text NOT NULL UNIQUE,
  subcommand     text NOT NULL,
  host           text NOT NULL,
  window_seconds double precision NOT NULL,
  origin         jsonb NOT NULL,
  requested_at   timestamptz NOT NULL,
  state          text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'failed')),
  -- The process that works on it, and when it last said so, by the database's clock.
  owner          text NOT NULL,
  heartbeat_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at    timestamptz
);
CREATE INDEX requests_running ON requests (heartbeat_at) WHERE state = 'running';

-- The answers. version is the Diagnosis's own; outputs is gzipped JSON, secrets masked before it came here.
CREATE TABLE diagnoses (
  id         text PRIMARY KEY,
  request_id text NOT NULL REFERENCES requests (id),
  host       text NOT NULL,
  subcommand text NOT NULL,
  cause      text NOT NULL,
  taken_at   timestamptz NOT NULL,
  version    integer NOT NULL,
  diagnosis  jsonb NOT NULL,
  outputs    bytea NOT NULL
);
CREATE INDEX diagnoses_of_host ON diagnoses (host, taken_at DESC);

-- Messages and files on their way to Slack. The row is there before the post; ts comes after it.
-- body is dropped once the post is sent: Slack has it, and the outputs stand with their diagnosis.
CREATE TABLE posts (
  id         text PRIMARY KEY,
  request_id text NOT NULL REFERENCES requests (id),
  position   bigint GENERATED ALWAYS AS IDENTITY,
  slot       text NOT NULL,
  channel    text NOT NULL,
  body       jsonb,
  state      text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'doubtful', 'sent', 'failed')),
  owner      text,
  claimed_at timestamptz,
  ts         text,
  why        text,
  UNIQUE (request_id, slot)
);
CREATE INDEX posts_unsent ON posts (request_id) WHERE state IN ('waiting', 'sending', 'doubtful');

-- Who asked what, when, and whether it was allowed. Never updated.
CREATE TABLE audit (
  position   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL,
  team       text NOT NULL,
  channel    text NOT NULL,
  asker      text NOT NULL,
  asked      text NOT NULL,
  answer     text NOT NULL CHECK (answer IN ('accepted', 'refused')),
  why        text,
  request_id text
);
CREATE INDEX audit_at ON audit (at);
