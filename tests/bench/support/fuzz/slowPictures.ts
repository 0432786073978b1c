import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createImaging } from '../../../../electron/core/library/imaging'
import { childProcesses } from '../../../support/childProcesses'
import { realClock } from '../../../support/fakeClock'
import {
  emptyPixelsPng,
  profilesPng,
  repeatedPng,
  selfNamingPng,
  sharedItemsAvif,
  spacedPng,
} from '../../../support/hostilePictures'
import { memoryLogger } from '../../../support/testPorts'

/** Files of little that would take long to read, by what they have. */
const slowPictures: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a node that names itself': selfNamingPng,
  'words 80,000 spaces apart': () => spacedPng(80_000),
  'no pixels, and profiles': () => emptyPixelsPng(99_000),
  '500 profiles': () => profilesPng(500),
  'the same text 10,000 times': () => repeatedPng(10_000),
  'items that share a megabyte': () => sharedItemsAvif(9_000),
}

/** How long each takes to be decoded and read, in milliseconds. */
export async function readSlowPictures(): Promise<readonly (readonly [name: string, ms: number])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cyanotype-slow-'))
  const processes = await childProcesses()
  const imaging = createImaging({ processes, clock: realClock, logger: memoryLogger() })
  const read = async (bytes: Buffer): Promise<number> => {
    const path = join(folder, 'picture')
    await writeFile(path, bytes)
    const begun = performance.now()
    // One is refused: its only cells show nothing.
    await imaging.inspect(path).catch(() => null)
    await imaging.provenance(path)
    return performance.now() - begun
  }
  try {
    // The first one starts the process.
    await read(await spacedPng(1))
    const times: (readonly [string, number])[] = []
    for (const [name, build] of Object.entries(slowPictures)) times.push([name, await read(await build())])
    return times
  } finally {
    await imaging.stop()
    await processes.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
