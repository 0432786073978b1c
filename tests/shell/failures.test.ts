import { AppFailure, appError, type ErrorCode } from '@shared/errors'
import { native } from '@shared/text/native'
import { dialog } from 'electron'
import { describe, expect, test, vi } from 'vitest'
import type { Logger } from '../../electron/core/ports'
import { endOnFailedStart } from '../../electron/shell/failures'

function failedStart(error: unknown) {
  const box = vi.spyOn(dialog, 'showErrorBox').mockImplementation(() => {})
  const exit = vi.fn()
  const lines: string[] = []
  const write: Logger['error'] = (event, fields) => lines.push(JSON.stringify({ event, ...fields }))
  endOnFailedStart({ exit }, { info: write, warn: write, error: write }, '/logs', error)
  return { shown: box.mock.lastCall, exit, lines }
}

const failure = (code: ErrorCode) => new AppFailure(appError(code))

describe('a core that cannot start', () => {
  test.each([
    ['databaseNewer', native.startFailed.databaseNewer],
    ['databaseLocked', native.startFailed.databaseLocked],
    ['storageUnwritable', native.startFailed.storageUnwritable],
  ] as const)('says what to do about %s and ends', (code, words) => {
    const { shown, exit, lines } = failedStart(failure(code))
    expect(shown).toEqual([native.startFailed.title, words])
    expect(exit).toHaveBeenCalledExactlyOnceWith(1)
    expect(lines.join()).toContain(code)
  })

  test('says that the disk refuses it if a statement of the database was refused', () => {
    const { shown, lines } = failedStart(Object.assign(new Error('disk I/O error'), { rawCode: 10 }))
    expect(shown).toEqual([native.startFailed.title, native.startFailed.storageUnwritable])
    expect(lines.join()).toContain('storageUnwritable')
  })

  test('names the log for anything else, and keeps the error’s own words out: they may quote a secret', () => {
    const { shown, lines } = failedStart(new TypeError('cannot read sk-secret'))
    expect(shown?.[1]).toContain('/logs')
    expect(lines.join()).toContain('TypeError')
    expect(lines.join()).toContain('failures.test.ts')
    expect(lines.join()).not.toContain('sk-secret')
  })
})
