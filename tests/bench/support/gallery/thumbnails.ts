import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createImaging, type Imaging } from '../../../../electron/core/library/imaging'
import { createThumbnails } from '../../../../electron/core/library/thumbnails'
import { childProcesses } from '../../../support/childProcesses'
import { realClock } from '../../../support/fakeClock'
import { memoryLogger } from '../../../support/testPorts'
import { namedElectron } from '../benchApp'
import { median } from '../figure'
import { drawPicture } from './drawnPictures'
import type { GalleryPart } from './galleryPart'
import { sharpAlone } from './sharpAlone'

const pictures = 8
/** How often each picture is taken in a round. */
const copies = 6
const rounds = 5
/** As many as the app makes at once. */
const atOnce = 2
const warmUp = 8

/**
 * Both thumbnails and the placeholder of PNGs of 1024 x 1024, made by the app's decoder in the app's runtime, against
 * the same build of sharp alone in plain Node.
 */
export const thumbnails: GalleryPart = async ({ folder, add }) => {
  const drawn: string[] = []
  for (let n = 0; n < pictures; n++) {
    const path = join(folder, `${n}.png`)
    await drawPicture(path, { n, format: 'png', width: 1024, height: 1024 })
    drawn.push(path)
  }
  const files = Array.from({ length: copies }, () => drawn).flat()
  const processes = await childProcesses({ runtime: namedElectron() })
  const imaging = createImaging({ processes, clock: realClock, logger: memoryLogger() })
  const ours: number[] = []
  const alone: number[] = []
  try {
    await makeAll(imaging, join(folder, 'warm'), files.slice(0, warmUp))
    for (let round = 0; round < rounds; round++) {
      const here = join(folder, `${round}`)
      await mkdir(here)
      ours.push(await makeAll(imaging, here, files))
      alone.push(await sharpAlone({ files, folder: here, atOnce, warmUp }))
    }
  } finally {
    await imaging.stop()
    await processes.stop()
  }
  const perSecond = (ms: number) => (1000 * files.length) / ms
  const unit = 'images/s'
  add({ name: 'gallery: thumbnails made', value: perSecond(median(ours)), unit, target: null })
  add({ name: 'gallery: thumbnails by sharp alone', value: perSecond(median(alone)), unit, target: null })
  const ratios = ours.map((ms, round) => ms / (alone[round] ?? 0))
  // 0.9 of the images in a second.
  add({ name: 'gallery: thumbnail against sharp alone', value: median(ratios), unit: 'x', target: 1 / 0.9 })
}

/** Milliseconds for the thumbnails of every file, each as if it were another image's. */
async function makeAll(imaging: Imaging, profile: string, files: readonly string[]): Promise<number> {
  const made = createThumbnails({ imaging, profile })
  const started = performance.now()
  await Promise.all(files.map((file, at) => made.make(`image${at}`, async () => file)))
  return performance.now() - started
}
