import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Clock } from '../ports'
import { late, within } from '../within'
import { ForbiddenAddress } from './networkErrors'
import { systemLookup } from './systemLookup'

/**
 * The blocks that IANA's registries of special-purpose addresses, as of 2024-10-22, don't list as globally reachable,
 * and multicast. Two protocol blocks, 192.0.0.0/24 and 2001::/23, are refused whole, though IANA lists parts of them as
 * reachable. Those parts are anycast that the local router may answer, AMT relays, AS112's name servers, ORCHIDv2 and
 * drones' tags. There are no images at any of these.
 */
const reserved = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  reserved.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(network, prefix, 'ipv6')

/** The part of IPv6 that is allocated for the Internet; anything outside it is special or not yet allocated. */
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')

/** The prefixes with which IPv6 writes an IPv4 address in the last 32 bits: mapped, or on a network without IPv4. */
const beforeEmbedded: readonly (readonly number[])[] = [
  [...Array<number>(10).fill(0), 0xff, 0xff],
  [0, 0x64, 0xff, 0x9b, ...Array<number>(8).fill(0)],
]

/** The IPv4 address that an IPv6 address stands for, or null. */
function embedded(address: string): string | null {
  const bytes = bytesOf(address)
  return beforeEmbedded.some((first) => startsWith(bytes, first)) ? bytes.slice(12).join('.') : null
}

/**
 * Addresses by which the network describes itself: no image is there. It includes those metadata services of clouds
 * that are elsewhere.
 */
const never = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
] as const)
  never.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
] as const)
  never.addSubnet(network, prefix, 'ipv6')

/**
 * True for a private address that nobody can allow: link-local, multicast, not a host's, or a cloud's metadata service.
 */
export function isForbiddenAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return never.check(address, 'ipv4')
  // An address with a zone is link-local.
  if (version === 0 || address.includes('%')) return true
  return never.check(address, 'ipv6') || wrapped(address).some((inner) => never.check(inner, 'ipv4'))
}

/** IPv4 addresses that an IPv6 address may lead to, by any wrapping there ever was. */
function wrapped(address: string): readonly string[] {
  const bytes = bytesOf(address)
  const isLoopback = bytes.every((byte, at) => byte === (at === 15 ? 1 : 0))
  // Compatible, mapped and translated addresses; a network without IPv4, with its own prefix; 6to4.
  const inTail = bytes.slice(0, 8).every((byte) => byte === 0) || startsWith(bytes, [0, 0x64, 0xff, 0x9b])
  return [
    ...(inTail && !isLoopback ? [bytes.slice(12).join('.')] : []),
    ...(startsWith(bytes, [0x20, 0x02]) ? [bytes.slice(2, 6).join('.')] : []),
  ]
}

const startsWith = (bytes: readonly number[], first: readonly number[]): boolean =>
  first.every((byte, at) => bytes[at] === byte)

function bytesOf(address: string): readonly number[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [before, after] = [groups(head), groups(tail)]
  const between = Array<number>(8 - before.length - after.length).fill(0)
  return [...before, ...between, ...after].flatMap((group) => [group >> 8, group & 255])
}

/**
 * True for an address that isn't on the public Internet: private, loopback, link-local, reserved, or one that wraps
 * such an address.
 */
export function isPrivateAddress(address: string): boolean {
  if (isForbiddenAddress(address)) return true
  const inner = isIP(address) === 4 ? address : embedded(address)
  if (inner !== null) return reserved.check(inner, 'ipv4')
  return !given.check(address, 'ipv6') || reserved.check(address, 'ipv6')
}

/** The address that a URL's hostname is, or null if it is a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? null : bare
}

/** What may be connected to: public addresses, or all except those that nobody can allow. */
export type Reach = 'public' | 'allowed'

function isWithin(reach: Reach, address: string): boolean {
  return reach === 'public' ? !isPrivateAddress(address) : !isForbiddenAddress(address)
}

/**
 * Resolves names as `lookup` does, but returns only addresses within reach; fails with ForbiddenAddress if all are out
 * of reach. The socket itself uses it, so that what was checked is what is connected to.
 */
export function lookupWithin(reach: Reach, lookup: LookupFunction = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '', 0)
      const all = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found
      if (all.length === 0) return callback(notFound(hostname), '', 0)
      const addresses = all.filter(({ address }) => isWithin(reach, address))
      const first = addresses[0]
      if (first === undefined) {
        const allowable = all.some(({ address }) => !isForbiddenAddress(address))
        return callback(new ForbiddenAddress(hostname, allowable), '', 0)
      }
      if (options.all === true) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

/** A name without an address counts as not found: nothing is known about where it is. */
function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
}

export interface NameDeps {
  readonly clock: Pick<Clock, 'limit'>
  /** How long a name is waited for, in milliseconds. */
  readonly nameTimeoutMs: number
  readonly lookup: LookupFunction | undefined
}

/**
 * The addresses of a host; empty if its name couldn't be resolved at the moment, which shows nothing about where it is.
 */
export async function addressesOf(hostname: string, deps: NameDeps): Promise<readonly string[]> {
  const { clock, nameTimeoutMs, lookup = systemLookup } = deps
  const literal = literalAddress(hostname)
  if (literal !== null) return [literal]
  const addresses = lookUpAll(hostname, lookup).catch(() => [])
  const found = await within(clock, nameTimeoutMs, addresses)
  return found === late ? [] : found
}

/** Everything a lookup returns. Rejects with its error. */
export function lookUpAll(hostname: string, lookup: LookupFunction): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, found) => {
      if (error !== null) return reject(error)
      resolve(typeof found === 'string' ? [found] : found.map(({ address }) => address))
    })
  })
}

/** Whether all addresses of a host are inside the network; null if its name isn't found at the moment. */
export async function liesInside(origin: string, deps: NameDeps): Promise<boolean | null> {
  const addresses = await addressesOf(new URL(origin).hostname, deps)
  return addresses.length === 0 ? null : addresses.every(isPrivateAddress)
}
