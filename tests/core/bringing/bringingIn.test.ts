import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bringIn } from '../../../electron/core/bringing/bringingIn'
import { createBringingRows } from '../../../electron/core/bringing/bringingRows'
import { createSources } from '../../../electron/core/bringing/sources'
import { newId } from '../../../electron/core/ids'
import { createFolderGates } from '../../../electron/core/library/folderGates'
import { eventually } from '../../support/eventually'
import { realClock } from '../../support/fakeClock'
import { pngWith, textChunk } from '../../support/toldImages'
import { libraryHarness } from '../library/libraryHarness'

/** One file that is noted to be brought in. */
async function noted({ leaves } = { leaves: false }) {
  const harness = await libraryHarness()
  const { library, imaging } = harness.open()
  await library.start()
  const path = join(harness.folder, 'fern.png')
  await writeFile(path, await pngWith([textChunk('Description', 'a fern')]))
  const file = { path, jobId: newId(Date.now()), leaves }
  const { db } = harness
  const rows = createBringingRows(db)
  rows.open(leaves)
  rows.add([file])
  rows.close()
  const gates = createFolderGates({ clock: realClock, otherCalls: () => 0, onChange() {} })
  const deps = { db, rows, library, imaging, gates, sources: createSources(gates), clock: realClock }
  const incoming = join(harness.folder, 'library/.cyanotype/incoming')
  return { library, rows, file, deps, incoming }
}

test('a file that was placed when its row couldn’t be written is taken up where it is, and counted', async () => {
  const { library, rows, file, deps, incoming } = await noted()
  const failing = {
    ...library,
    insert() {
      throw new Error('killed here')
    },
  }
  await expect(bringIn({ ...deps, library: failing }, file)).rejects.toThrow('killed here')
  expect(rows.read()).toMatchObject({ brought: 0 })
  expect((await library.page({ text: '' }, 0, 10)).rows).toEqual([])
  expect(rows.next()).toEqual(file)

  // From its record alone: the file isn't even asked for again.
  const unread = { ...deps.sources, read: () => expect.unreachable() }
  await bringIn({ ...deps, sources: unread }, file)
  expect(rows.read()).toMatchObject({ brought: 1, known: 0 })
  expect(rows.next()).toBeNull()
  const { rows: images } = await library.page({ text: '' }, 0, 10)
  expect(images).toMatchObject([{ prompt: 'a fern', jobId: file.jobId }])
  expect(await readdir(incoming)).toEqual([])
})

test('a file that was noted where it lies when its row couldn’t be written is noted once more, and counted once', async () => {
  const { library, rows, file, deps, incoming } = await noted({ leaves: true })
  const failing = {
    ...library,
    insert() {
      throw new Error('killed here')
    },
  }
  await expect(bringIn({ ...deps, library: failing }, file)).rejects.toThrow('killed here')
  expect(rows.next()).toEqual(file)
  await bringIn(deps, file)
  expect(rows.read()).toMatchObject({ brought: 1, known: 0 })
  const { rows: images } = await library.page({ text: '' }, 0, 10)
  expect(images).toMatchObject([{ prompt: 'a fern', jobId: file.jobId }])
  expect(library.details(images[0]?.id ?? '').file).toBe(file.path)
  expect(await readdir(incoming)).toEqual([])
})

test('a copy that is under way is no stray file, and is one once it is given up', async () => {
  const { library, rows, file, incoming } = await noted()
  const names = () => readdir(incoming)
  const stray = `${newId(Date.now())}-1.part`
  const copy = await library.tempPath(file.jobId, 0)
  for (const path of [copy, join(incoming, stray)]) {
    await writeFile(path, 'half')
    // Newer ones may be another computer's.
    await utimes(path, 0, 0)
  }
  library.tidyAgain()
  await eventually(async () => !(await names()).includes(stray))
  expect(await names()).toEqual([`${file.jobId}-1.part`])
  rows.giveUp(null)
  library.tidyAgain()
  await eventually(async () => (await names()).length === 0)
})
