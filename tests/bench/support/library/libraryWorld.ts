import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from '../../../../electron/core/db/database'
import { migrations } from '../../../../electron/core/db/migrations'
import { openDatabase } from '../../../../electron/core/db/opening/openDatabase'
import { createGallery } from '../../../../electron/core/library/gallery'
import { itemName, namedItem } from '../../../../electron/core/library/imageName'
import { recordOf } from '../../../../electron/core/library/imageRecords'
import { realClock } from '../../../support/fakeClock'
import { pngFile } from '../../../support/pngFile'
import { memoryLogger } from '../../../support/testPorts'
import { makeEmptyLibrary } from '../gallery/seededLibrary'
import { type SeededImage, type SeededPicture, seedRows } from '../gallery/seededRows'

/** A profile whose library has small images that all differ, with their records. */
export interface LibraryWorld {
  readonly profile: string
  readonly library: string
  /** Oldest first: in the order of their numbers, from 1. */
  readonly images: readonly SeededImage[]
  /** A copy of the database as it was before the app was started. */
  readonly copy: string
}

/** Pixels. */
const edge = 8
const hour = 3_600_000
/** Before any image was made. */
const longAgo = new Date(Date.now() - 3 * 365 * 24 * hour)
const placeholder = '1QcSHQRnh493V4dIh4eXh1h4kJUI'

export const openAt = (path: string): Database =>
  openDatabase({ path, migrations, clock: realClock, logger: memoryLogger() }).db

export async function createLibraryWorld(profile: string, rows: number): Promise<LibraryWorld> {
  const library = join(profile, 'library')
  const records = join(library, '.cyanotype', 'records')
  mkdirSync(records, { recursive: true, mode: 0o700 })
  const path = join(profile, 'cyanotype.db')
  const db = openAt(path)
  const gallery = createGallery({ db, clock: realClock, revision: () => 0 })
  const images = seedRows(
    { db, images: gallery.rows },
    rows,
    Array.from({ length: rows }, (_, n) => picture(n)),
  )
  await gallery.catchUp()
  for (const [n, { id, file }] of images.entries()) {
    writeImage(join(library, file), n)
    const details = gallery.rows.details(id)
    const marks = gallery.markRows.recordedMarks(n + 1)
    const item = namedItem(file)
    if (details === null || marks === null || item === null) throw new Error('an image was not seeded')
    const text = JSON.stringify({ version: 1, ...recordOf(details, marks) })
    writeFileSync(join(records, `${itemName(item.jobId, item.index)}.json`), text, { mode: 0o600 })
  }
  gallery.stop()
  db.close()
  const copy = `${path}.copy`
  copyFileSync(path, copy)
  // The system must not write all this while the app is measured.
  execFileSync('sync')
  return { profile, library, images, copy }
}

/**
 * A profile without images, whose library folder is there. `fill` moves in all that another one has: its database is
 * lost.
 */
export async function createEmptyWorld(profile: string, of: LibraryWorld) {
  mkdirSync(profile, { recursive: true })
  makeEmptyLibrary(profile)
  const library = join(profile, 'library')
  return {
    world: { ...of, profile, library },
    fill() {
      const records = join('.cyanotype', 'records')
      rmSync(join(library, records), { recursive: true, force: true })
      renameSync(join(of.library, records), join(library, records))
      for (const name of readdirSync(of.library))
        if (name !== '.cyanotype') renameSync(join(of.library, name), join(library, name))
    },
  }
}

function bytesOf(n: number): Buffer {
  const rows = Buffer.alloc(edge * (1 + edge * 3))
  for (let at = 0; at < rows.length; at++)
    if (at % (1 + edge * 3) !== 0) rows[at] = (n >>> (8 * (at % 4))) & 0xff
  return pngFile({ edge, colour: [8, 2], rows })
}

function picture(n: number): SeededPicture {
  const bytes = bytesOf(n)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { width: edge, height: edge, format: 'png', bytes: bytes.length, sha256, placeholder }
}

const made = new Set<string>()

function writeImage(path: string, n: number): void {
  const folder = dirname(path)
  if (!made.has(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
  made.add(folder)
  writeFileSync(path, bytesOf(n))
  utimesSync(path, longAgo, longAgo)
}
