import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSpool } from '../../../electron/core/service/spool'
import { refuseOpens } from '../../support/refusedOpens'
import { temporaryFolder } from '../../support/temporaryFolder'

test('the spool makes its own entry in the profile durable before a file in it counts, once in each run', async () => {
  const profile = temporaryFolder()
  const folder = join(profile, 'spool')
  const opened: string[] = []
  refuseOpens((path, flags) => {
    if (path === profile && flags === 'r') opened.push('profile')
    if (path.endsWith('.part')) opened.push('file')
    return false
  })
  const spool = createSpool(folder)
  await spool.write('one.bin', 'one')
  await spool.write('two.bin', 'two')
  expect(opened).toEqual(['profile', 'file', 'file'])

  // A kill may have come between the folder and its fsync, and somebody may have removed it.
  await createSpool(folder).write('three.bin', 'three')
  await rm(folder, { recursive: true })
  await spool.write('four.bin', 'four')
  expect(opened.slice(3)).toEqual(['profile', 'file', 'profile', 'file'])
})
