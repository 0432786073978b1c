/**
 * What an export costs in the real app: 1,000 images of 1024 x 1024 to JPEG and WebP and 20 to AVIF beside sharp alone,
 * 1,000 originals beside copying them with as many fsyncs, metadata beside none, three recipes in one go, "only new" of 100,000 images of which
 * none is beside a bare stat of their files, with the longest task of the main process, and the memory it takes.
 *
 * Arguments: `--images 200`: fewer; `--rows 10000`: fewer for "only new"; `--only jpeg,originals`: some of the parts.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { ExportPart } from './support/export/exportPart'
import { memoryPart, onlyNewPart, originalsPart } from './support/export/fileParts'
import { avifPart, jpegPart, metadataPart, togetherPart, webpPart } from './support/export/formatParts'
import { paintPictures } from './support/export/paintedPictures'
import { createReport } from './support/figure'
import { runFolder } from './support/gallery/scratch'

/** In the order in which they run. */
const parts = {
  jpeg: jpegPart,
  webp: webpPart,
  avif: avifPart,
  originals: originalsPart,
  metadata: metadataPart,
  together: togetherPart,
  onlyNew: onlyNewPart,
  memory: memoryPart,
} satisfies Readonly<Record<string, ExportPart>>
const names = Object.keys(parts) as (keyof typeof parts)[]
/** That differ; the images are copies of them. */
const paintings = 12

const { values } = parseArgs({
  options: {
    images: { type: 'string', default: '1000' },
    rows: { type: 'string', default: '100000' },
    only: { type: 'string', default: names.join() },
  },
})
const count = z.coerce.number().int().min(20)
const { images, rows } = z.object({ images: count, rows: count }).parse(values)
const only = z.array(z.enum(names)).parse(values.only.split(','))

const report = createReport()
const scratch = await runFolder()
try {
  const pictures = await paintPictures(scratch, paintings)
  for (const name of names.filter((one) => only.includes(one))) {
    const folder = join(scratch, name)
    await mkdir(folder)
    await parts[name]({ images, rows, pictures, folder, add: report.add })
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(report.exitCode())
