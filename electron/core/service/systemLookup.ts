/**
 * Looks names up: the part of the network port that is needed from the start. A simulated world puts a module of its own
 * in the place of this one.
 */
export { lookup as systemLookup } from 'node:dns'
