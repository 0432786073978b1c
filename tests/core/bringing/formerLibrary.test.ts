import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { failureCode } from '../../support/failureCode'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { bringIn, detailsOf, folderOf } from './bringingHarness'
import { check, fern, outside } from './leavingHarness'

test('what is missing after the move to a new computer is said once the user gives up the former folder', async () => {
  const old = temporaryFolder()
  const pictures = await folderOf({ 'fern.png': await fern() }, join(old, 'pictures'))
  const first = await startCore(old)
  await bringIn(first, pictures)
  const { file, id } = await detailsOf(first.call, 'fern.png')
  await first.core.stop()
  const root = join(temporaryFolder(), 'new home')
  await mkdir(root)
  for (const name of ['profile', 'library']) await rename(join(old, name), join(root, name))
  const run = await startCore(root)
  await rm(join(root, 'library', file))
  await check(run)
  const folder = join(old, 'library')
  const last = async () => (await run.call('app.snapshot', null)).upkeep.last
  expect(await last()).toMatchObject({ missing: 0, unsure: 1, away: [folder] })
  expect(await outside(run, id)).toBeNull()

  for (const other of [join(root, 'library'), '/elsewhere'])
    expect(await failureCode(run.call('library.forget', { folder: other }))).toBe('rowMissing')
  await run.call('library.forget', { folder })
  await eventually(async () => (await outside(run, id)) === 'missing')
  await eventually(async () => (await last())?.away.length === 0)
})
