import type { LookupFunction } from 'node:net'
import { describe, expect, test } from 'vitest'
import { ForbiddenAddress } from '../../../electron/core/service/networkErrors'
import {
  addressesOf,
  isForbiddenAddress,
  isPrivateAddress,
  literalAddress,
  lookupWithin,
  type Reach,
} from '../../../electron/core/service/privateAddresses'
import { createFakeClock } from '../../support/fakeClock'

/** Resolves every name to these. */
function resolvesTo(...addresses: readonly string[]): LookupFunction {
  return (_, options, callback) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all === true) callback(null, found)
    else callback(null, found[0]?.address ?? '', found[0]?.family)
  }
}

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
  '64:ff9b::a00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::1',
  '64:ff9b::%1',
  '2002:7f00:1::',
  '::ffff:0:10.0.0.1',
  '::ffff:0:8.8.8.8',
  '192.88.99.1',
  '2001::1',
  '2001:1ff::1',
  // Reachable, but not a host of images.
  '192.0.0.9',
  '2001:1::1',
  '2001:3::1',
  '2001:4:112::1',
  '2001:20::1',
  '2001:30::1',
  '2001:db8::1',
  '3fff::1',
  '3fff:fff:ffff::1',
  '5f00::1',
  '100::1',
  '100:0:0:1::1',
  '4000::1',
  'not an address',
])('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each([
  '1.1.1.1',
  '172.32.0.1',
  '192.169.0.1',
  '::ffff:8.8.8.8',
  '2606:4700::1111',
  '2001:4860:4860::8888',
  '192.0.1.1',
  '2001:200::1',
  '2a00:1450:4001::1',
  '192.88.98.1',
  // How a network without IPv4 reports every address that has no other.
  '64:ff9b::808:808',
  '64:ff9b::808:0',
  '64:ff9b::8.8.8.8',
])('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false)
})

test.each([
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  'fe80::1',
  'fe80::1%eth0',
  '0.0.0.0',
  '::',
  '224.0.0.251',
  'ff02::fb',
  '255.255.255.255',
  'fd00:ec2::254',
  '100.100.100.200',
  'not an address',
])('%s can’t be allowed', (address) => {
  expect(isForbiddenAddress(address)).toBe(true)
})

test.each(['127.0.0.1', '::1', '10.0.0.1', '192.168.1.2', '100.64.0.1', '198.18.0.5', 'fd12::1', '1.1.1.1'])(
  '%s can be allowed',
  (address) => {
    expect(isForbiddenAddress(address)).toBe(false)
  },
)

test('an address is recognised however a URL writes it', () => {
  const hosts = ['http://0x7f.1/', 'http://2130706433/', 'http://[::1]/', 'http://h.example/']
  expect(hosts.map((url) => literalAddress(new URL(url).hostname))).toEqual([
    '127.0.0.1',
    '127.0.0.1',
    '::1',
    null,
  ])
})

test('a name is connected to only at its addresses within reach', async () => {
  const ask = (reach: Reach, all: boolean, ...addresses: readonly string[]) =>
    new Promise((resolve) => {
      lookupWithin(reach, resolvesTo(...addresses))('h.example', { all }, (error, address) =>
        resolve(error ?? address),
      )
    })
  expect(await ask('public', true, '10.0.0.1', '1.1.1.1')).toEqual([{ address: '1.1.1.1', family: 4 }])
  expect(await ask('public', false, '10.0.0.1', '1.1.1.1')).toBe('1.1.1.1')
  expect(await ask('allowed', false, '169.254.1.1', '10.0.0.1', '1.1.1.1')).toBe('10.0.0.1')
  const isForbidden = async (...asked: Parameters<typeof ask>) => {
    const failure = await ask(...asked)
    expect(failure).toBeInstanceOf(ForbiddenAddress)
    return failure instanceof ForbiddenAddress && !failure.allowable
  }
  expect(await isForbidden('public', true, '10.0.0.1', '::1')).toBe(false)
  expect(await isForbidden('public', true, '10.0.0.1', '169.254.169.254')).toBe(false)
  expect(await isForbidden('public', true, '169.254.169.254')).toBe(true)
  expect(await isForbidden('allowed', true, '169.254.169.254', 'fe80::1')).toBe(true)
  // Having no address does not count as having a forbidden one.
  for (const all of [true, false]) expect(await ask('public', all)).toMatchObject({ code: 'ENOTFOUND' })
})

describe('the addresses of a host', () => {
  const of = (hostname: string, lookup?: LookupFunction, clock = createFakeClock()) =>
    addressesOf(hostname, { clock, nameTimeoutMs: 20_000, lookup })

  test('are its own number, or all addresses its name resolves to', async () => {
    expect(await of('192.168.1.2')).toEqual(['192.168.1.2'])
    expect(await of('[::1]')).toEqual(['::1'])
    expect(await of('nas.example', resolvesTo('192.168.1.2', 'fd00::2'))).toEqual(['192.168.1.2', 'fd00::2'])
  })

  test('are empty if its name can’t be resolved at the moment', async () => {
    expect(await of('gone.example', (_, __, callback) => callback(new Error('no'), '', 0))).toEqual([])
    expect(await of('empty.example', resolvesTo())).toEqual([])
    const clock = createFakeClock()
    const silent = of('silent.example', () => {}, clock)
    clock.advance(20_000)
    expect(await silent).toEqual([])
  })
})
