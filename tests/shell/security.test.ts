import { describe, expect, test, vi } from 'vitest'
import { findPage } from '../../electron/shell/page'
import { isPageRequest, lockSession } from '../../electron/shell/security'

const everywhere = [
  'https://example.com/',
  'http://127.0.0.1:5173/',
  'ws://localhost:9',
  'file:///etc/passwd',
]

describe('what the page may reach over the network', () => {
  test('is nothing when it is our own', () => {
    for (const url of everywhere) expect(isPageRequest(url, findPage(undefined))).toBe(false)
  })

  test('is only the dev server in development, including hot reload', () => {
    const page = findPage('http://localhost:5173')
    expect(isPageRequest('http://localhost:5173/main.tsx', page)).toBe(true)
    expect(isPageRequest('ws://localhost:5173/?token=1', page)).toBe(true)
    for (const url of everywhere) expect(isPageRequest(url, page)).toBe(false)
    expect(isPageRequest('http://localhost:51730/', page)).toBe(false)
  })
})

/** A session that remembers what it is told to answer. */
function sessionOf(devServer?: string) {
  const told = {
    setProxy: vi.fn(async () => {}),
    setPermissionRequestHandler: vi.fn(),
    setPermissionCheckHandler: vi.fn(),
    setDevicePermissionHandler: vi.fn(),
    on: vi.fn(),
    webRequest: { onBeforeRequest: vi.fn() },
  }
  lockSession(told, findPage(devServer))
  return told
}

describe.each([undefined, 'http://localhost:5173'])('the session of a page at %s', (devServer) => {
  test('refuses every permission except to fill the screen, and every device, requested or looked up', () => {
    const told = sessionOf(devServer)
    const answer = vi.fn()
    for (const permission of ['media', 'openExternal', 'fileSystem', 'hid', 'something new'])
      told.setPermissionRequestHandler.mock.lastCall?.[0](null, permission, answer)
    expect(answer.mock.calls).toEqual(Array(5).fill([false]))
    told.setPermissionRequestHandler.mock.lastCall?.[0](null, 'fullscreen', answer)
    expect(answer).toHaveBeenLastCalledWith(true)
    expect(told.setPermissionCheckHandler.mock.lastCall?.[0]()).toBe(false)
    expect(told.setDevicePermissionHandler.mock.lastCall?.[0]()).toBe(false)
  })

  test('downloads nothing', () => {
    const [event, listener] = sessionOf(devServer).on.mock.lastCall ?? []
    const preventDefault = vi.fn()
    listener({ preventDefault })
    expect(event).toBe('will-download')
    expect(preventDefault).toHaveBeenCalledOnce()
  })
})
