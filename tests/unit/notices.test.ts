import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { createChanges } from '../../electron/core/changes'
import { createNotices } from '../../electron/core/notices'
import { testGuard } from '../support/testGuard'

const low = { id: 'library', level: 'error' as const, error: appError('diskLow'), dismissible: false }
const salvaged = {
  id: 'database',
  level: 'warning' as const,
  error: appError('databaseSalvaged'),
  dismissible: true,
}

describe('a notice', () => {
  test('stays until its problem is fixed', () => {
    const notices = createNotices(createChanges(testGuard()))
    notices.put(low)
    notices.dismiss('library')
    expect(notices.list()).toEqual([low])
    notices.clear('library')
    expect(notices.list()).toEqual([])
  })

  test('goes when the user dismisses it, if dismissible', () => {
    const notices = createNotices(createChanges(testGuard()))
    notices.put(salvaged)
    notices.put(low)
    notices.dismiss('database')
    expect(notices.list()).toEqual([low])
  })

  test('replaces the previous one about the same thing', () => {
    const notices = createNotices(createChanges(testGuard()))
    notices.put(low)
    notices.put({ ...low, error: appError('libraryUnwritable') })
    expect(notices.list().map(({ error }) => error.code)).toEqual(['libraryUnwritable'])
  })

  test('is announced when it appears and disappears, and not otherwise', () => {
    const changes = createChanges(testGuard())
    const notices = createNotices(changes)
    notices.put(low)
    notices.dismiss('library')
    notices.clear('nothing')
    notices.clear('library')
    expect(changes.revision('notices')).toBe(2)
  })
})
