/**
 * How the gallery keeps up with a library of 100,000 images in the real app.
 *
 * Arguments: `--only layout,scroll`: some of the parts; `--rows 10000`: a smaller library; `--seconds 10`: scrolls for
 * so long. The library is made once and kept in the scratch folder.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createReport } from './support/figure'
import { ends } from './support/gallery/ends'
import type { GalleryPart } from './support/gallery/galleryPart'
import { jump } from './support/gallery/jump'
import { layout } from './support/gallery/layout'
import { memory } from './support/gallery/memory'
import { nextImage } from './support/gallery/nextImage'
import { quickLook } from './support/gallery/quickLook'
import { quickLookMemory } from './support/gallery/quickLookMemory'
import { runFolder } from './support/gallery/scratch'
import { scroll } from './support/gallery/scroll'
import { searchKeys } from './support/gallery/searchKeys'
import { copySeededLibrary } from './support/gallery/seededLibrary'
import { steady } from './support/gallery/steady'
import { thumbnails } from './support/gallery/thumbnails'
import { windowMemory } from './support/gallery/windowMemory'

/** In the order in which they run. */
const parts = {
  layout,
  thumbnails,
  scroll,
  jump,
  ends,
  nextImage,
  quickLook,
  searchKeys,
  memory,
  windowMemory,
  quickLookMemory,
  steady,
} satisfies Readonly<Record<string, GalleryPart>>

const names = Object.keys(parts) as (keyof typeof parts)[]
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: names.join() },
    rows: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '60' },
  },
})
const only = z.array(z.enum(names)).parse(values.only.split(','))
const count = z.coerce.number().int().min(1)
const { rows, seconds } = z.object({ rows: count, seconds: count }).parse(values)

const report = createReport()
const scratch = await runFolder()
const profile = join(scratch, 'profile')
try {
  await copySeededLibrary(rows, profile)
  for (const name of names.filter((one) => only.includes(one))) {
    const folder = join(scratch, name)
    await mkdir(folder)
    await parts[name]({ rows, seconds, profile, folder, add: report.add })
  }
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(report.exitCode())
