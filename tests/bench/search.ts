/**
 * What a search of 100,000 images costs: the first 200 of them in the database, the exact count in the main process,
 * and the time from a key to the painted rows in the real window. Rare and common words, Chinese and Japanese words of
 * one and two characters, and filters; each query is new to the gallery, so nothing of it is kept.
 *
 * Arguments: `--rows 10000`: a smaller library; `--only database`: one of the parts.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createReport } from './support/figure'
import { runFolder } from './support/gallery/scratch'
import { copySeededLibrary } from './support/gallery/seededLibrary'
import { searchDatabase } from './support/search/searchDatabase'
import { searchPainted } from './support/search/searchPainted'

const parts = { database: searchDatabase, painted: searchPainted } as const
const names = ['database', 'painted'] as const

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    only: { type: 'string', default: names.join() },
  },
})
const rows = z.coerce.number().int().min(1).parse(values.rows)
const only = z.array(z.enum(names)).parse(values.only.split(','))

const report = createReport()
const scratch = await runFolder()
try {
  const profile = join(scratch, 'profile')
  await copySeededLibrary(rows, profile)
  for (const name of names) if (only.includes(name)) await parts[name](profile, report.add)
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(report.exitCode())
