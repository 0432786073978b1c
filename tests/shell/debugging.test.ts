import { describe, expect, test } from 'vitest'
import { refuseDebugging } from '../../electron/shell/hardening'

function startedWith({ isPackaged }: { isPackaged: boolean }) {
  const given = new Set(['remote-debugging-port', 'remote-debugging-pipe', 'user-data-dir'])
  return { isPackaged, given, commandLine: { removeSwitch: (name: string) => void given.delete(name) } }
}

describe('the switches that let a debugger into the page', () => {
  test('are removed in a packaged app, and no others are', () => {
    const app = startedWith({ isPackaged: true })
    refuseDebugging(app)
    expect([...app.given]).toEqual(['user-data-dir'])
  })

  test('stay where Node’s inspector is enabled, which only a fuse other than the shipped one allows', () => {
    const app = startedWith({ isPackaged: true })
    refuseDebugging(app, true)
    expect(app.given.size).toBe(3)
  })

  test('stay in development', () => {
    const app = startedWith({ isPackaged: false })
    refuseDebugging(app)
    expect(app.given.size).toBe(3)
  })
})
