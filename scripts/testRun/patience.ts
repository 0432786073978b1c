/*
 * How long a test run is patient, said once for all tests. On a busy machine everything takes ten times as long as on a
 * quiet one, and that is no failure: these only end what hangs.
 */

/** How long a test waits for one thing, in milliseconds. */
export const waitMs = 240_000

/** How long one test may take, in milliseconds. */
export const testMs = 900_000

/** How long one step of `npm test` may take. */
export const stepMinutes = 240
