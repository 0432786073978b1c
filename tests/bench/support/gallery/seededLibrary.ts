import { execFileSync } from 'node:child_process'
import { existsSync, linkSync, mkdirSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { thumbnailEdges } from '@shared/processes/imaging'
import type { Database } from '../../../../electron/core/db/database'
import { migrations } from '../../../../electron/core/db/migrations'
import { openDatabase } from '../../../../electron/core/db/opening/openDatabase'
import { newId } from '../../../../electron/core/ids'
import { createGallery } from '../../../../electron/core/library/gallery'
import { createDecoder } from '../../../../electron/imaging/decoder'
import { createSharpLoader } from '../../../../electron/imaging/sharp'
import { linkProfile } from '../../../../scripts/linkProfile'
import { realClock } from '../../../support/fakeClock'
import { memoryLogger } from '../../../support/testPorts'
import { insertConnection } from '../scale/world'
import { drawPictures } from './drawnPictures'
import { scratchFolder } from './scratch'
import { type SeededImage, seedRows } from './seededRows'

/** Pictures that are really drawn; the other images are copies of them under their own ids. */
const drawnCount = 500

const kinds = ['thumb', 'small'] as const

/**
 * Makes the profile of a user who has made `rows` images in two years, in a folder that doesn't exist yet: rows,
 * originals and thumbnails. It may be changed: files are linked to a library that is made once and kept in the scratch
 * folder.
 */
export async function copySeededLibrary(rows: number, profile: string): Promise<void> {
  const kept = join(scratchFolder, `library-${migrations.length}-${rows}`)
  if (!existsSync(kept)) await seed(kept, rows)
  await linkProfile(kept, profile)
  // The system must not write all this while the app is measured.
  execFileSync('sync')
}

/** The file of one of an image's thumbnails. */
export const thumbnailOf = (profile: string, id: string, kind: keyof typeof thumbnailEdges): string =>
  join(profile, 'thumbnails', id.slice(-2), `${id}${kind === 'small' ? '.small' : ''}.webp`)

/** Makes the profile of a user with a connection and without images, in an empty folder. */
export function makeEmptyLibrary(profile: string): void {
  const db = openNew(profile)
  insertConnection(db, { id: newId(Date.now()), now: Date.now(), slots: 8 })
  db.close()
}

function openNew(profile: string): Database {
  const path = join(profile, 'cyanotype.db')
  return openDatabase({ path, migrations, clock: realClock, logger: memoryLogger() }).db
}

async function seed(kept: string, rows: number): Promise<void> {
  const begun = performance.now()
  const pictures = await drawPictures(drawnCount)
  const profile = `${kept}.new`
  await rm(profile, { recursive: true, force: true })
  await mkdir(profile, { recursive: true })
  const decoder = createDecoder(createSharpLoader())
  const drawn = join(profile, 'drawn')
  await mkdir(drawn)
  const shown = []
  for (const [n, picture] of pictures.entries()) {
    const copies = kinds.map((kind) => ({ path: join(drawn, `${n}.${kind}`), edge: thumbnailEdges[kind] }))
    shown.push({ ...picture, placeholder: await decoder.thumbnail(picture.path, copies) })
  }
  const images = await seedDatabase(profile, rows, shown)
  linkAll(images, ({ file, picture }) => [pictures[picture]?.path, join(profile, 'library', file)])
  for (const kind of kinds)
    linkAll(images, ({ id, picture }) => [join(drawn, `${picture}.${kind}`), thumbnailOf(profile, id, kind)])
  await rm(drawn, { recursive: true })
  await rename(profile, kept)
  console.error(`A library of ${rows} images was made in ${Math.round((performance.now() - begun) / 1000)} s`)
}

async function seedDatabase(
  profile: string,
  rows: number,
  pictures: Parameters<typeof seedRows>[2],
): Promise<readonly SeededImage[]> {
  const db = openNew(profile)
  const gallery = createGallery({ db, clock: realClock, revision: () => 0 })
  const images = seedRows({ db, images: gallery.rows }, rows, pictures)
  await gallery.catchUp()
  gallery.stop()
  db.close()
  return images
}

/** Gives files further names, each in a folder that is made if needed. */
function linkAll(
  images: readonly SeededImage[],
  namesOf: (image: SeededImage) => readonly [source: string | undefined, target: string],
): void {
  const made = new Set<string>()
  for (const image of images) {
    const [source, target] = namesOf(image)
    if (source === undefined) throw new Error('there is no such picture')
    const folder = dirname(target)
    if (!made.has(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
    made.add(folder)
    linkSync(source, target)
  }
}
