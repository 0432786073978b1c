/** In the environment of tests: `1` if they try many cases, as in `npm run test:long`. */
export const longVariable = 'CYANOTYPE_LONG'
