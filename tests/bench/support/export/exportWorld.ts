import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { linkSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type RecipeSettings, recipeSettingsSchema } from '@shared/model/exportRecipe'
import type { Database } from '../../../../electron/core/db/database'
import { readFacts } from '../../../../electron/core/export/imageFacts'
import { createLedger, settingsKey, sourceKey } from '../../../../electron/core/export/ledger'
import { createRecipes } from '../../../../electron/core/export/recipes'
import { fileAsLeft } from '../../../../electron/core/export/unchangedFiles'
import { createGallery } from '../../../../electron/core/library/gallery'
import { realClock } from '../../../support/fakeClock'
import { type SeededImage, seedRows } from '../gallery/seededRows'
import { openAt } from '../library/libraryWorld'

/** A recipe with a destination of its own. */
export interface SeededRecipe {
  readonly id: string
  readonly folder: string
}

export interface ExportWorld {
  readonly profile: string
  /** Absolute paths of the originals, by their numbers from 1. */
  readonly originals: readonly string[]
  recipe(settings: Partial<RecipeSettings>): SeededRecipe
  /** As if a recipe had exported every image before; returns the paths of those files. */
  fillLedger(recipe: SeededRecipe, settings: Partial<RecipeSettings>): Promise<readonly string[]>
  /** Before the app is started. */
  close(): void
}

const placeholder = '1QcSHQRnh493V4dIh4eXh1h4kJUI'
/** Rows of the ledger that are written at once. */
const notedAtOnce = 500

const settingsOf = (given: Partial<RecipeSettings>): RecipeSettings =>
  recipeSettingsSchema.parse({ template: '{counter:6}', format: 'original', onlyNew: false, ...given })

/** A profile whose library has copies of these pictures of 1024 x 1024; without `linked`, its files are gone. */
export async function createExportWorld(
  folder: string,
  {
    pictures,
    rows,
    linked = true,
  }: {
    readonly pictures: readonly string[]
    readonly rows: number
    readonly linked?: boolean
  },
): Promise<ExportWorld> {
  const profile = join(folder, 'profile')
  const library = join(profile, 'library')
  mkdirSync(join(library, '.cyanotype'), { recursive: true, mode: 0o700 })
  const db = openAt(join(profile, 'cyanotype.db'))
  const images = await seed(db, rows, pictures)
  const originals = images.map(({ file }) => join(library, file))
  // As after a first look at the files.
  db.transaction(() => {
    for (const { id, picture } of images)
      db.run('UPDATE images SET file_time = :time WHERE id = :id', {
        id,
        time: Math.floor(lstatSync(pictures[picture] ?? '').mtimeMs),
      })
  })
  if (linked)
    for (const [at, path] of originals.entries()) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      linkSync(pictures[images[at]?.picture ?? 0] ?? '', path)
    }
  const recipes = createRecipes({ db, clock: realClock, changed() {}, removed() {} })
  let made = 0

  return {
    profile,
    originals,
    recipe(given) {
      made++
      const destination = join(folder, `exports-${made}`)
      mkdirSync(destination)
      const { id } = recipes.save({ id: null, like: null, name: `${made}`, settings: settingsOf(given) })
      recipes.setFolder(id, destination)
      return { id, folder: destination }
    },
    async fillLedger(recipe, given) {
      const settings = settingsOf(given)
      const ledger = createLedger(db)
      const paths: string[] = []
      for (let from = 0; from < rows; from += notedAtOnce) {
        const some = images.slice(from, from + notedAtOnce)
        const facts = readFacts(
          db,
          some.map(({ id }) => ({ imageId: id, name: null })),
        )
        const left = await Promise.all(
          facts.map(async (image, at) => {
            const path = `${from + at + 1}.png`
            writeFileSync(join(recipe.folder, path), path)
            paths.push(join(recipe.folder, path))
            return { image, path, ...(await fileAsLeft(recipe.folder, path)) }
          }),
        )
        db.transaction(() => {
          for (const { image, ...file } of left)
            ledger.note(
              { recipeId: recipe.id, folder: recipe.folder, imageId: image.id },
              {
                ...file,
                ...{ sha256: null, sidecar: null },
                source: sourceKey(image, settings),
                settings: settingsKey(settings),
              },
            )
        })
      }
      return paths
    },
    close() {
      db.close()
      // The system must not write all this while the app is measured.
      execFileSync('sync')
    },
  }
}

async function seed(
  db: Database,
  rows: number,
  pictures: readonly string[],
): Promise<readonly SeededImage[]> {
  const gallery = createGallery({ db, clock: realClock, revision: () => 0 })
  const images = seedRows(
    { db, images: gallery.rows },
    rows,
    pictures.map((path) => ({
      ...{ width: 1024, height: 1024, format: 'png', bytes: lstatSync(path).size, placeholder },
      sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
    })),
  )
  await gallery.catchUp()
  gallery.stop()
  return images
}
