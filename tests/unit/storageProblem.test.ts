import { mkdirSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFileProblem } from '../../electron/core/storageProblem'
import { systemCode } from '../../electron/core/systemCode'
import { temporaryFolder } from '../support/temporaryFolder'

const problem = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

test.each([...Object.keys(constants.errno), 'EUNHEARDOF', 'UNKNOWN', 'Unknown system error -99999'])(
  'what a call to a file reports is of that file: %s',
  (code) => {
    expect(isFileProblem(problem(code, { syscall: 'fsync' }))).toBe(code !== 'EBADF')
    expect(isFileProblem(problem(code, { syscall: 'open', path: '/a:b' }))).toBe(code !== 'EBADF')
  },
)

test('so is what Node says in its own words, for example of a folder in the place of a file', () => {
  const folder = join(temporaryFolder(), 'folder')
  mkdirSync(folder)
  const refusal = ((): unknown => {
    try {
      return rmSync(folder)
    } catch (thrown) {
      return thrown
    }
  })()
  expect(isFileProblem(refusal)).toBe(true)
  expect(systemCode(refusal)).toBe('EISDIR')
})

test.each(['ERR_INVALID_ARG_TYPE', 'SQLITE_FULL', 'UND_ERR_SOCKET', 'Z_DATA_ERROR', ''])(
  'no other problem is: %s',
  (code) => expect(isFileProblem(problem(code))).toBe(false),
)
