import { afterEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../support/temporaryFolder'
import { readersAbsence } from './foreignReaders'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('what other programs would read is never left out in silence, and on CI not at all', () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubEnv('PATH', temporaryFolder())
  vi.stubEnv('CI', '')
  expect(readersAbsence()).toBe('exiftool, exiv2 not installed')
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('exiftool, exiv2 not installed'))
  vi.stubEnv('CI', 'true')
  expect(readersAbsence).toThrow('exiftool, exiv2 not installed')
})
