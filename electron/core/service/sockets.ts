/**
 * The network port: every connection the core opens comes from here, and every name from `systemLookup.ts`. A simulated
 * world puts a module of its own in the place of this one, so nothing else in the core names these.
 */
export { request as httpRequest } from 'node:http'
export { request as httpsRequest } from 'node:https'
export { buildConnector } from 'undici'
