import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSources } from '../../../electron/core/bringing/sources'
import { createFolderGates } from '../../../electron/core/library/folderGates'
import { nothingOpenOf, tellsOpenFiles } from '../../support/openFiles'
import { temporaryFolder } from '../../support/temporaryFolder'

/** The files of a drive that answers each call but this one in time, and that one after all. */
function sourcesLateAt(late: number) {
  let calls = 0
  const limit = (_ms: number, callback: () => void) => {
    calls += 1
    if (calls === late) queueMicrotask(callback)
    return () => undefined
  }
  const gates = createFolderGates({ clock: { limit }, otherCalls: () => 0, onChange() {} })
  return { sources: createSources(gates), gates, calls: () => calls }
}

function filledFolder(): string {
  const folder = temporaryFolder()
  for (const name of ['boat.png', 'ship.png']) writeFileSync(join(folder, name), 'an image')
  return folder
}

test.runIf(tellsOpenFiles)('a file is closed, whichever call to its drive is answered too late', async () => {
  const folder = filledFolder()
  const read = (sources: ReturnType<typeof createSources>) => sources.read(join(folder, 'boat.png'))
  const inTime = sourcesLateAt(Number.POSITIVE_INFINITY)
  await read(inTime.sources)
  // The last call only closes it.
  for (let late = 1; late < inTime.calls(); late++) {
    await expect(read(sourcesLateAt(late).sources)).rejects.toMatchObject({ problem: 'silent' })
    await nothingOpenOf(folder)
  }
})

test.runIf(tellsOpenFiles)('and a folder', async () => {
  const folder = filledFolder()
  const list = async (sources: ReturnType<typeof createSources>) => {
    const names: string[] = []
    for await (const name of sources.within(folder)) names.push(name)
    return names.sort()
  }
  const inTime = sourcesLateAt(Number.POSITIVE_INFINITY)
  expect(await list(inTime.sources)).toEqual(['boat.png', 'ship.png'])
  for (let late = 1; late < inTime.calls(); late++) {
    await expect(list(sourcesLateAt(late).sources)).rejects.toMatchObject({ problem: 'silent' })
    await nothingOpenOf(folder)
  }
})

test.runIf(tellsOpenFiles)('a file that is being read when the app ends is closed', async () => {
  const folder = filledFolder()
  const { sources, gates } = sourcesLateAt(Number.POSITIVE_INFINITY)
  const reading = sources.read(join(folder, 'boat.png'), async () => void gates.stop())
  await expect(reading).rejects.toMatchObject({ problem: 'silent' })
  await nothingOpenOf(folder)
})
