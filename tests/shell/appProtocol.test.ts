import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createAppHandler, fileWithin } from '../../electron/shell/appProtocol'
import { temporaryFolder } from './temporaryFolder'

function servedFolder() {
  const outside = temporaryFolder()
  const root = join(outside, 'renderer')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(outside, 'secret.json'), '{}')
  writeFileSync(join(outside, 'renderer-other.js'), '1')
  writeFileSync(join(root, 'index.html'), '<!doctype html><html><head></head></html>')
  writeFileSync(join(root, 'assets', 'index-1.js'), 'void 0')
  writeFileSync(join(root, 'assets', 'program.exe'), 'MZ')
  return { root, handle: createAppHandler(root) }
}

describe('the app protocol', () => {
  test('reports when a script of the page is handed out', async () => {
    const { root } = servedFolder()
    const onScript = vi.fn()
    const handle = createAppHandler(root, onScript)
    await handle(new Request('app://cyanotype/'))
    await setImmediate()
    expect(onScript).not.toHaveBeenCalled()
    await handle(new Request('app://cyanotype/assets/index-1.js'))
    await setImmediate()
    expect(onScript).toHaveBeenCalledOnce()
  })

  test('serves the page with a policy that names only our own origin, and a fresh nonce each time', async () => {
    const { handle } = servedFolder()
    const nonces = []
    for (let i = 0; i < 2; i++) {
      const response = await handle(new Request('app://cyanotype/'))
      const policy = response.headers.get('content-security-policy') ?? ''
      const nonce = /'nonce-([A-Za-z0-9+/]+)'/.exec(policy)?.[1] ?? ''
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(policy.replace(nonce, 'N')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-N'; img-src 'self' cyanotype:; " +
          "font-src 'self'; connect-src 'self' cyanotype:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      expect(await response.text()).toContain(`<head><meta property="csp-nonce" nonce="${nonce}">`)
      nonces.push(nonce)
    }
    expect(nonces[0]).toHaveLength(24)
    expect(nonces[0]).not.toBe(nonces[1])
  })

  test('serves scripts with their type and forbids guessing another', async () => {
    const { handle } = servedFolder()
    const response = await handle(new Request('app://cyanotype/assets/index-1.js?v=1'))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toBe('void 0')
  })

  test.each([
    ['a file that is not there', 'app://cyanotype/assets/none.js'],
    ['a folder', 'app://cyanotype/assets'],
    ['a type we do not ship', 'app://cyanotype/assets/program.exe'],
    ['another host', 'app://elsewhere/index.html'],
    ['a way up', 'app://cyanotype/../secret.json'],
    ['an encoded way up', 'app://cyanotype/%2e%2e%2fsecret.json'],
    ['an encoded way up after a folder', 'app://cyanotype/assets/%2e%2e%2f%2e%2e%2fsecret.json'],
    ['a neighbour whose name starts alike', 'app://cyanotype/..%2frenderer-other.js'],
    ['a backslash', 'app://cyanotype/..%5csecret.json'],
    ['a null byte', 'app://cyanotype/index.html%00.js'],
    ['a broken escape', 'app://cyanotype/%zz.js'],
  ])('answers 404 to %s', async (_, url) => {
    const { handle } = servedFolder()
    expect((await handle(new Request(url))).status).toBe(404)
  })

  test('answers only GET', async () => {
    const { handle } = servedFolder()
    const response = await handle(new Request('app://cyanotype/', { method: 'POST', body: 'x' }))
    expect(response.status).toBe(404)
  })

  test('never names a file outside the root, whatever the path', () => {
    const { root } = servedFolder()
    const part = fc.constantFrom(
      '..',
      '.',
      '...',
      '/',
      '//',
      '%2e',
      '%2f',
      '%5c',
      '%00',
      'etc',
      'a b',
      '\\',
      '?',
      'é',
    )
    const paths = fc.array(fc.oneof(part, fc.string())).map((parts) => `/${parts.join('/')}`)
    fc.assert(
      fc.property(paths, (pathname) => {
        const path = fileWithin(root, Object.assign(new URL('app://cyanotype/'), { pathname }))
        expect(path === null || path.startsWith(join(root, '/'))).toBe(true)
      }),
    )
  })
})
