import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findPlaces } from '../../electron/shell/ports'

const appWith = (moved: boolean) => ({
  getPath: (name: string) => join('/', name),
  commandLine: { hasSwitch: (name: string) => moved && name === 'user-data-dir' },
})

describe('the places', () => {
  test('are the user’s own folders', () => {
    expect(findPlaces(appWith(false))).toEqual({
      profile: join('/userData'),
      logs: join('/userData/logs'),
      defaultLibrary: join('/pictures/Cyanotype'),
    })
  })

  test('all move with --user-data-dir', () => {
    expect(findPlaces(appWith(true)).defaultLibrary).toBe(join('/userData/library'))
  })
})
