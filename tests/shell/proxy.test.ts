import { describe, expect, test } from 'vitest'
import { createProxy, readProxyList } from '../../electron/shell/ports'

describe('the system proxy', () => {
  test.each([
    ['DIRECT', null],
    ['PROXY proxy.example:3128', 'http://proxy.example:3128'],
    ['PROXY proxy.example:3128; DIRECT', 'http://proxy.example:3128'],
    ['HTTPS secure.example:443;DIRECT', 'https://secure.example:443'],
    ['SOCKS5 socks.example:1080; PROXY proxy.example:80', 'http://proxy.example:80'],
    ['PROXY [::1]:8080', 'http://[::1]:8080'],
    ['SOCKS socks.example:1080; DIRECT', null],
  ])('reads %j as %j', (list, expected) => {
    expect(readProxyList(list)).toBe(expected)
  })

  test('does not bypass a proxy it cannot use', () => {
    expect(() => readProxyList('SOCKS5 socks.example:1080')).toThrow('proxyRefused')
  })

  test('is not treated as none if it could not be found', () => {
    for (const list of ['', ' ; ']) expect(() => readProxyList(list)).toThrow('proxyRefused')
  })

  test('is asked for each URL', async () => {
    const proxy = createProxy({
      resolveProxy: async (url) => (url.startsWith('https://inside.') ? 'DIRECT' : 'PROXY out:80'),
    })
    expect(await proxy.resolve('https://inside.example/')).toBeNull()
    expect(await proxy.resolve('https://far.example/')).toBe('http://out:80')
  })
})
