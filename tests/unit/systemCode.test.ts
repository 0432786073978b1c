import { constants } from 'node:os'
import { getSystemErrorName } from 'node:util'
import { expect, test } from 'vitest'
import { unwritable } from '../../electron/core/library/libraryTrial'
import { systemCode } from '../../electron/core/systemCode'

const failed = (code: string) => Object.assign(new Error(`${code}: fsync`), { code, syscall: 'fsync' })
const overQuota = getSystemErrorName(-constants.errno.EDQUOT)

test('an error has the system’s name, though Node has none for it', () => {
  expect(systemCode(failed('EIO'))).toBe('EIO')
  expect(systemCode(failed(overQuota))).toBe('EDQUOT')
})

test('an error without any name is an unknown one', () => {
  expect(systemCode(failed('Unknown system error -117'))).toBe('UNKNOWN')
  expect(systemCode(new Error('EIO'))).toBeNull()
})

test('a full quota of the library is told as room that is missing', () => {
  expect(unwritable('/library', failed(overQuota)).code).toBe('diskLow')
})
