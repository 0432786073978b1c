import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchApp } from '../benchApp'
import { median } from '../figure'
import { appMemory } from '../processMemory'
import type { GalleryPart } from './galleryPart'
import { openGallery, openWindow } from './galleryWindow'
import { makeEmptyLibrary } from './seededLibrary'

const rounds = 3
/** Milliseconds until nothing is left over from the start. */
const settleMs = 5_000

/** What all processes take with the whole library shown, beside the app without an image. */
export const memory: GalleryPart = async ({ profile, folder, rows, add }) => {
  const none = join(folder, 'none')
  await mkdir(none)
  makeEmptyLibrary(none)
  const without: number[] = []
  const withImages: number[] = []
  for (let round = 0; round < rounds; round++) {
    without.push(await settledMemory(openWindow(none)))
    withImages.push(await settledMemory(openGallery(profile)))
  }
  add({ name: 'memory: without images', value: median(without), unit: 'MiB', target: null })
  add({ name: `memory: ${rows} images shown`, value: median(withImages), unit: 'MiB', target: null })
  const ratio = median(withImages) / median(without)
  add({ name: `memory: ${rows} images shown / none`, value: ratio, unit: 'ratio', target: 1.25 })
}

/** MiB. Closes the app. */
async function settledMemory(opening: Promise<BenchApp>): Promise<number> {
  const { electron } = await opening
  await pause(settleMs)
  const taken = await appMemory(electron)
  await electron.close()
  return taken
}
