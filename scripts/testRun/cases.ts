/** In the environment of tests: `1` if they try many cases, as in `npm run test:long`. */
export const longVariable = 'CYANOTYPE_LONG'

/** Whether this is `npm run test:long`. */
export const isLong = process.env[longVariable] === '1'

/**
 * How many cases a test tries that could try any number: few where everybody waits for them, `many` in
 * `npm run test:long`; ten times as many by default.
 */
export const cases = (few: number, many = 10 * few): number => (isLong ? many : few)
