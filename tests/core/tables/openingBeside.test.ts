import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fallTwice } from '../../support/fallenStarts'
import { temporaryFolder } from '../../support/temporaryFolder'
import { birds, startTablesCore } from './tablesHarness'

test('a table that is being opened while left-out work is retried is opened once', async () => {
  const folder = temporaryFolder()
  const first = await startTablesCore(folder)
  await first.core.stop()
  fallTwice(join(folder, 'profile'), ['poll', 'job'])
  const core = await startTablesCore(folder)
  const before = core.processes.started('tables')
  const [opened] = await Promise.all([core.paste(birds(50)), core.call('app.tryLeftOut', null)])
  expect(core.processes.started('tables') - before).toBe(1)
  expect((await core.ready()).id).toBe(opened.id)
  expect(await core.enqueue()).toMatchObject({ jobs: 50 })
})
