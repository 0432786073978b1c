import type { LookupFunction } from 'node:net'
import { describe, expect, test } from 'vitest'
import { ForbiddenAddress } from '../../../electron/core/service/networkErrors'
import {
  hostKind,
  isPrivateAddress,
  literalAddress,
  publicOnly,
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
}) // prettier-ignore

test.each([
  '1.1.1.1',
  '172.32.0.1',
  '192.169.0.1',
  '::ffff:8.8.8.8',
  '2606:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450:4001::1',
  '192.88.98.1',
  // As a network without IPv4 tells of every address that has no other.
  '64:ff9b::808:808',
  '64:ff9b::808:0',
  '64:ff9b::8.8.8.8',
])('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false)
})

test('an address is found however a URL writes it', () => {
  const hosts = ['http://0x7f.1/', 'http://2130706433/', 'http://[::1]/', 'http://h.example/']
  expect(hosts.map((url) => literalAddress(new URL(url).hostname))).toEqual([
    '127.0.0.1',
    '127.0.0.1',
    '::1',
    null,
  ])
})

test('a name is connected to at its public addresses only', async () => {
  const ask = (all: boolean, ...addresses: readonly string[]) =>
    new Promise((resolve) => {
      publicOnly(resolvesTo(...addresses))('h.example', { all }, (error, address) =>
        resolve(error ?? address),
      )
    })
  expect(await ask(true, '10.0.0.1', '1.1.1.1')).toEqual([{ address: '1.1.1.1', family: 4 }])
  expect(await ask(false, '10.0.0.1', '1.1.1.1')).toBe('1.1.1.1')
  expect(await ask(true, '10.0.0.1', '::1')).toBeInstanceOf(ForbiddenAddress)
  // No address is none that is forbidden.
  for (const all of [true, false]) expect(await ask(all)).toMatchObject({ code: 'ENOTFOUND' })
})

describe('a host', () => {
  const kindOf = (hostname: string, lookup?: LookupFunction, clock = createFakeClock()) =>
    hostKind(hostname, { clock, timeoutMs: 20_000, lookup })

  test('is private when all its addresses are', async () => {
    expect(await kindOf('192.168.1.2')).toBe('private')
    expect(await kindOf('[::1]')).toBe('private')
    expect(await kindOf('nas.example', resolvesTo('192.168.1.2', 'fd00::2'))).toBe('private')
    expect(await kindOf('h.example', resolvesTo('192.168.1.2', '1.1.1.1'))).toBe('public')
    expect(await kindOf('1.1.1.1')).toBe('public')
  })

  test('whose name can’t be resolved just now is neither private nor public', async () => {
    expect(await kindOf('gone.example', (_, __, callback) => callback(new Error('no'), '', 0))).toBe(
      'unknown',
    )
    expect(await kindOf('empty.example', resolvesTo())).toBe('unknown')
    const clock = createFakeClock()
    const silent = kindOf('silent.example', () => {}, clock)
    clock.advance(20_000)
    expect(await silent).toBe('unknown')
  })
})
