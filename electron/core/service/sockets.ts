/**
 * The network port: every name the core looks up and every connection it opens comes from here. A simulated world puts a
 * module of its own in the place of this one, so nothing else in the core names these.
 */
export { lookup as systemLookup } from 'node:dns'
export { request as httpRequest } from 'node:http'
export { request as httpsRequest } from 'node:https'
export { buildConnector } from 'undici'
