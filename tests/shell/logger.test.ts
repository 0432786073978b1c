import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createLogger } from '../../electron/shell/logger'
import { temporaryFolder } from './temporaryFolder'

const lines = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))

describe('the log', () => {
  test('writes one JSON line per event, at once', () => {
    const folder = join(temporaryFolder(), 'logs')
    const logger = createLogger({ folder, console: [] })
    logger.info('started', { version: '1.0', attempt: 1, warm: false, last: null })
    logger.error('failed')
    expect(lines(join(folder, 'main.log'))).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        level: 'info',
        event: 'started',
        version: '1.0',
        attempt: 1,
        warm: false,
        last: null,
      },
      { time: expect.any(String), level: 'error', event: 'failed' },
    ])
  })

  test('keeps three files of the given size and drops the oldest', () => {
    const folder = temporaryFolder()
    for (let i = 0; i < 100; i++) {
      // A new logger each time: it reads the size again after a start.
      createLogger({ folder, maximumBytes: 1000, console: [] }).info('counted', { i })
    }
    const sizes = ['main.log', 'main.1.log', 'main.2.log'].map((name) => statSync(join(folder, name)).size)
    expect(Math.max(...sizes)).toBeLessThan(1100)
    expect(existsSync(join(folder, 'main.3.log'))).toBe(false)
    expect(lines(join(folder, 'main.log')).at(-1)).toMatchObject({ i: 99 })
  })

  test('repeats on the console only the levels asked for', () => {
    const folder = temporaryFolder()
    const info = vi.spyOn(console, 'info').mockImplementation(() => {})
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const logger = createLogger({ folder })
    logger.info('quiet')
    logger.error('loud')
    expect(info).not.toHaveBeenCalled()
    expect(error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"loud"'))
    vi.restoreAllMocks()
  })

  test('does not stop the app when it cannot be written', () => {
    const folder = join(temporaryFolder(), 'taken')
    writeFileSync(folder, 'a file where the folder would be')
    const logger = createLogger({ folder, console: [] })
    expect(() => logger.info('started')).not.toThrow()
  })
})
