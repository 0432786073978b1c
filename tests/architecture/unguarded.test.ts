import { describe, expect, test } from 'vitest'
import { sourceFiles } from './sourceFiles'
import { unguarded } from './unguarded'

const core = sourceFiles().filter(({ path }) => /^electron\/core\/.*\.ts$/.test(path))
/** What the guard is made of. */
const guard = ['electron/core/guard.ts']
/** Sockets and streams of one request: their listeners settle its promise, and have no database to write to. */
const withoutDatabase = 'electron/core/service/'
/** Files that wait for a signal, with the number of their listeners. */
const waiting: Readonly<Record<string, number>> = { 'electron/core/previews/previews.ts': 1 }

describe('in the core', () => {
  test('nothing bypasses the guard', () => {
    const found = core
      .filter(({ path }) => !guard.includes(path) && !path.startsWith(withoutDatabase))
      .filter((file) => unguarded(file).length !== (waiting[file.path] ?? 0))
      .flatMap(unguarded)
    expect(found).toEqual([])
  })

  test('what may listen to sockets has no database', () => {
    const room = core.filter(({ path }) => path.startsWith(withoutDatabase))
    expect(room.length).toBeGreaterThan(0)
    expect(room.filter(({ text }) => /from '[./]+\/db\//.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('all timers, system events and processes are guarded before any room gets them', () => {
    const text = core.find(({ path }) => path === 'electron/core/createCore.ts')?.text ?? ''
    // Allowed here: to build the guard, and to build guarded ones.
    expect(text.match(/\bgiven\b(?!\.places)/g)).toHaveLength(3)
    expect(text).toMatch(/createGuard\(\{\s*\.\.\.given,/)
    expect(text).toContain('const ports = guardedPorts(given, guard)')
  })
})

describe('code that bypasses the guard is found:', () => {
  test.each([
    ['setTimeout(look, 1)', 'setTimeout'],
    ['globalThis.setInterval(look, 1)', 'setInterval'],
    ['setImmediate(() => look())', 'setImmediate'],
    ['const later = queueMicrotask; later(look)', 'queueMicrotask'],
    ['process.nextTick(look)', 'process.nextTick'],
    ["import { setTimeout as later } from 'node:timers'", 'node:timers'],
    ["import { once } from 'node:events'", 'node:events'],
    ["channel.on('message', look)", '.on()'],
    ["signal.addEventListener('abort', look)", '.addEventListener()'],
    ['void look()', 'void'],
    ['work(1, () => void look())', 'void'],
    ['void library.start().then(look)', 'void'],
  ])('%s', (text, what) => {
    expect(unguarded({ path: 'planted.ts', text })).toEqual([`planted.ts: ${what}`])
  })

  test.each([
    'clock.after(1, look)',
    'guard.soon(look)',
    'void guard.run(look)',
    "import { setImmediate as nextTurn } from 'node:timers/promises'\nawait nextTurn()",
    'const none = void 0',
  ])('but not %s', (text) => {
    expect(unguarded({ path: 'planted.ts', text })).toEqual([])
  })
})
