/**
 * How much is written in one transaction, so that none keeps the main process busy for long. The simulated world makes
 * all of it small, so that much else happens between two parts.
 */

/** Requests of a draft, as the characters that writing them costs at most (`costToWrite`). */
export const partCost = 200_000

/** Rows of a table and what comes of them. */
export const tablePart = { rows: 150, jobs: 150, images: 600, extraCharacters: 300_000 } as const

/**
 * The rows of a command's first step, and how many steps a turn has at most. Each later step takes twice as many rows,
 * while that should fit into the milliseconds of a turn: what is quick isn't slowed down by what every step and every
 * commit costs.
 */
export const commandSteps = { firstRows: 25, inTurn: 6, turnMs: 5 } as const
