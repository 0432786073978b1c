import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoPosts } from '../support/demoJournal'
import { eventually } from '../support/eventually'
import { failureCode } from '../support/failureCode'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { tableHand } from './tables/tablesHarness'

test('a library that is away holds paid requests and tables until the user chooses its folder again', async () => {
  const folder = temporaryFolder()
  const library = join(folder, 'library')
  const { call, ports } = await startCore(folder)
  await rename(library, join(folder, 'drive'))
  await mkdir(library)
  const { id } = await call('connections.useDemo', null)
  const { paste, enqueue } = tableHand(call, id)
  await paste('prompt\na boat\n')
  const { batchId } = await enqueue()
  expect((await call('app.snapshot', null)).notices).toMatchObject([{ error: { code: 'libraryAway' } }])
  // The location of its images is unknown.
  expect(await failureCode(call('tables.writeBack', { batchId }))).toBe('libraryAway')
  expect(await demoPosts(ports.places.profile)).toEqual([])
  expect(await readdir(library)).toEqual([])

  ports.chosenFolder = library
  await call('library.choose', null)
  expect((await call('app.snapshot', null)).notices).toEqual([])
  await eventually(
    async () => (await call('gallery.page', { text: '', offset: 0, limit: 5 })).rows.length === 1,
    { what: 'the image' },
  )
  expect((await readdir(library)).sort()).toEqual(['.cyanotype', expect.stringMatching(/^\d{4}$/)])
})
