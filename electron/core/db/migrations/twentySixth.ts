import type { Migration } from './migration'

/** What the tries of one prompt have in common. Rows that are there already get it in the background. */
export const twentySixth: Migration = {
  version: 26,
  name: 'twentySixth',
  sql: `
-- the same for the same prompt; 0 without a prompt, null until it is known
ALTER TABLE images ADD COLUMN stack INTEGER;
CREATE INDEX images_stack ON images (stack, number);
`,
}
