import type { Migration } from './migration'

/** Recipes of exports, and the export that is under way. */
export const twentyFourth: Migration = {
  version: 24,
  name: 'twentyFourth',
  sql: `
-- those that the person made or changed
CREATE TABLE export_recipes (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  folder TEXT,
  settings_json TEXT NOT NULL
) STRICT;

-- the export that is under way, or its result until that is dismissed: the last one counts
CREATE TABLE exports (
  id TEXT PRIMARY KEY,
  -- listing: its files are still being noted, so a restart forgets it
  state TEXT NOT NULL CHECK (state IN ('listing', 'running', 'ended')),
  paused INTEGER NOT NULL DEFAULT 0,
  recipe_id TEXT NOT NULL,
  folder TEXT NOT NULL,
  settings_json TEXT NOT NULL,
  total INTEGER NOT NULL,
  written INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE export_files (
  number INTEGER PRIMARY KEY,
  image_id TEXT NOT NULL,
  -- inside the destination
  path TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'written', 'failed')),
  -- why it couldn't be written
  error_json TEXT,
  code TEXT
) STRICT;
CREATE INDEX export_files_state ON export_files (state, number);
CREATE INDEX export_files_failed ON export_files (code, number) WHERE state = 'failed';
`,
}
