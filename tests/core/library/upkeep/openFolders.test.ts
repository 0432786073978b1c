import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFileDigests } from '../../../../electron/core/library/fileDigests'
import { createFolderGates, silence } from '../../../../electron/core/library/folderGates'
import { createLibraryFiles } from '../../../../electron/core/library/upkeep/libraryFiles'
import { nothingOpenOf, tellsOpenFiles } from '../../../support/openFiles'
import { temporaryFolder } from '../../../support/temporaryFolder'

/** A folder with many files, on a drive that answers each call but this one in time, and that one after all. */
function filesLateAt(late = Number.POSITIVE_INFINITY) {
  const folder = temporaryFolder()
  for (let n = 0; n < 300; n++) writeFileSync(join(folder, `${n}.png`), 'an image')
  let calls = 0
  const limit = (_ms: number, callback: () => void) => {
    calls += 1
    if (calls === late) queueMicrotask(callback)
    return () => undefined
  }
  const clock = { limit, monotonic: () => 0 }
  const gates = createFolderGates({ clock, otherCalls: () => 0, onChange() {} })
  const digests = createFileDigests({ gates, clock })
  const places = { profile: join(folder, 'none') }
  return { folder, files: createLibraryFiles({ gates, clock, digests, places }), calls: () => calls }
}

test.runIf(tellsOpenFiles)('a folder that nobody reads to its end is closed', async () => {
  const { folder, files } = filesLateAt()
  for await (const some of files.walk(folder, () => false)) {
    expect(some).toHaveLength(256)
    break
  }
  await nothingOpenOf(folder)
})

test.runIf(tellsOpenFiles)('and one whose drive answers too late, at whichever call', async () => {
  const list = async ({ folder, files }: ReturnType<typeof filesLateAt>) => {
    const all: unknown[] = []
    for await (const some of files.names(folder, '')) all.push(some)
    return all
  }
  const inTime = filesLateAt()
  expect((await list(inTime)).flat()).toHaveLength(300)
  await nothingOpenOf(inTime.folder)
  for (let late = 1; late < inTime.calls(); late++) {
    const drive = filesLateAt(late)
    expect(await list(drive)).toContain(silence)
    await nothingOpenOf(drive.folder)
  }
})
