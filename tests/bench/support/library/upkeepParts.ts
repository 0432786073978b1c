import { mkdir, readFile, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import type { CheckResult, Upkeep } from '@shared/model/upkeep'
import { itemName, namedItem } from '../../../../electron/core/library/imageName'
import { eventually } from '../../../support/eventually'
import { ask } from '../askRoute'
import type { LibraryPart } from './libraryPart'
import type { LibraryWorld } from './libraryWorld'

/** Begins a task as the user does. Resolves with what is known of the library once it is done. */
async function done(page: Page, begin: () => Promise<unknown>): Promise<Upkeep> {
  await page.evaluate(() => {
    const ended = new Promise((resolve) => {
      const forget = window.cyanotype.subscribe((event, payload) => {
        if (event !== 'library.upkeepChanged') return
        const state = payload as Upkeep
        if (state.running !== null || (state.last ?? state.rebuilt) === null) return
        forget()
        resolve(state)
      })
    })
    Object.assign(window, { ended })
  })
  await begin()
  return page.evaluate(() => Reflect.get(window, 'ended') as Promise<Upkeep>)
}

const check = async (page: Page): Promise<CheckResult | null> =>
  (await done(page, () => ask(page, 'library.check', { asked: true }))).last

function expectFound(result: CheckResult | null, found: number): void {
  const told = JSON.stringify(result)
  if (told !== JSON.stringify({ found, changed: 0, missing: 0, unsure: 0, away: [] }))
    throw new Error(`the check found ${told}`)
}

const setTime = 'UPDATE images SET outside = NULL, file_time = :time WHERE number = :number AND file = :file'
const setFile =
  'UPDATE images SET file = :to, file_time = :time, unrecorded = 1 WHERE number = :number AND file = :file'

/** Every file is in its place; the first check notes when each was written. */
export const look: LibraryPart = {
  name: 'look through all',
  async bare({ images }, bare) {
    const files = images.map(({ file }) => file)
    const rows = files.map((file, at) => ({ number: at + 1, file, time: at }))
    return (await bare.stat(files)) + bare.write([setTime], rows)
  },
  async run(_world, { page }) {
    expectFound(await check(page), 0)
  },
}

/** Files that are moved outside, by the numbers of their images. */
const movedOf = ({ images }: LibraryWorld) => {
  const count = Math.min(1000, images.length / 10)
  const every = images.length / count
  return Array.from({ length: count }, (_, at) => {
    const place = Math.floor(at * every)
    const file = images[place]?.file ?? ''
    return { number: place + 1, file, to: `moved/by hand/${basename(file)}` }
  })
}

/** A thousand files were moved. */
export const relink: LibraryPart = {
  name: 'relink 1,000 moved',
  async bare(world, bare) {
    const moved = movedOf(world)
    const files = moved.map(({ file }) => file)
    return (
      (await bare.stat(world.images.map(({ file }) => file))) +
      (await bare.hash(files)) +
      bare.write(
        [setFile],
        moved.map((one) => ({ ...one, time: one.number })),
      )
    )
  },
  async prepare(world) {
    await mkdir(join(world.library, 'moved', 'by hand'), { recursive: true })
    for (const { file, to } of movedOf(world))
      await rename(join(world.library, file), join(world.library, to))
  },
  async run(world, { page }) {
    expectFound(await check(page), movedOf(world).length)
  },
  async follow(world) {
    const last = movedOf(world).at(-1)
    if (last !== undefined) await recorded(world, last.file, last.to)
  },
}

/** The database was lost, and an app without images gets the library: it rebuilds all rows. */
export const rebuild: LibraryPart = {
  name: 'rebuild all rows',
  async bare({ images }, bare) {
    const files = images.map(({ file }) => file)
    return (
      (await bare.stat(files)) +
      (await bare.hash(files)) +
      (await bare.readJson(files.map(recordOf))) +
      bare.copyRows('images')
    )
  },
  async run({ images }, { page }) {
    const { rebuilt } = await done(page, () => ask(page, 'library.rebuild', null))
    if (rebuilt?.restored !== images.length) throw new Error(`the rebuild came to ${JSON.stringify(rebuilt)}`)
  },
}

function recordOf(file: string): string {
  const item = namedItem(file)
  if (item === null) throw new Error('the file names no item')
  return `.cyanotype/records/${itemName(item.jobId, item.index)}.json`
}

/** Until the record of an image says this. */
export async function recorded({ library }: LibraryWorld, file: string, text: string): Promise<void> {
  const path = join(library, recordOf(file))
  await eventually(async () => (await readFile(path, 'utf8')).includes(text), {
    what: `a record with ${text}`,
    timeoutMs: 600_000,
  })
}
