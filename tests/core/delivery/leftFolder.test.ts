import fs, { readdirSync, realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { setUp } from './deliveryHarness'

/**
 * Holds back the moment in which a file gets its name, for matching names, until it is let go; the file system does the
 * rest.
 */
function holdNames(isHeld: (to: string) => boolean) {
  const { link } = fs.promises
  const held: (() => void)[] = []
  let isOpen = false
  function set(value: typeof link): void {
    fs.promises.link = value
    syncBuiltinESMExports()
  }
  set(async (from, to) => {
    if (!isOpen && isHeld(String(to))) await new Promise<void>((go) => held.push(go))
    return link(from, to)
  })
  onTestFinished(() => set(link))
  return {
    count: () => held.length,
    letGo() {
      isOpen = true
      for (const go of held) go()
    },
  }
}

const isImage = (path: string) => /\/\d{4}-\d{2}-\d{2}\/[^/]+\.png$/.test(path)

function imagesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.png'))
}

/** A delivery that is moving its image into place while the user chooses another folder. */
async function leaving() {
  const harness = await setUp()
  const former = join(harness.folder, 'library')
  const current = join(harness.folder, 'new library')
  await mkdir(current)
  harness.withJob(harness.image({ jobId: harness.jobId }))
  await harness.library.start()
  const names = holdNames(isImage)
  harness.delivery.start()
  await eventually(() => names.count() === 1, { what: 'an image on its way to its place' })
  await harness.library.use(current)
  return {
    ...harness,
    former,
    current,
    letGo: names.letGo,
    looksThrough: () =>
      harness.ports.logger.lines.filter(({ event }) => event === 'library.folderTidied').length,
    rows: () => harness.db.all<{ id: string }>('SELECT id FROM images'),
  }
}

/** Holds back every look at a folder and every removal in it. */
function silence(folder: string) {
  const { lstat, writeFile, statfs, rm } = fs.promises
  const held: (() => void)[] = []
  let isOpen = false
  const set = (value: Partial<typeof fs.promises>) => {
    Object.assign(fs.promises, value)
    syncBuiltinESMExports()
  }
  const holding =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      if (!isOpen && String(given[0]).startsWith(folder)) await new Promise<void>((go) => held.push(go))
      return work(...given)
    }
  const letGo = () => {
    isOpen = true
    for (const go of held) go()
  }
  set({
    lstat: holding(lstat) as typeof lstat,
    writeFile: holding(writeFile) as typeof writeFile,
    statfs: holding(statfs) as typeof statfs,
    rm: holding(rm),
  })
  onTestFinished(() => {
    letGo()
    set({ lstat, writeFile, statfs, rm })
  })
  return { count: () => held.length }
}

test('what is left of downloads in a silent folder that was left keeps no other image waiting', async () => {
  const harness = await setUp(undefined, [{}, {}, {}, {}, {}])
  const { library, delivery, watch, clock, saved, jobId, folder } = harness
  await library.start()
  for (let index = 0; index < 4; index++) {
    const image = harness.image({ jobId, index })
    library.insert(image, await library.place(await harness.download(library, image), image))
  }
  const former = join(folder, 'library')
  const current = join(folder, 'new library')
  await mkdir(current)
  const drive = silence(former)
  delivery.start()
  await eventually(() => saved.size === 4 && drive.count() > 0, { what: 'four found, and a silent folder' })
  const looked = watch.look()
  await eventually(
    async () => {
      clock.advance(1000)
      return (await Promise.race([looked, null]))?.code === 'librarySilent'
    },
    { what: 'a folder known as silent' },
  )
  await library.use(current)
  await watch.look()
  delivery.wake()
  await eventually(() => harness.downloads.length === 1, { what: 'the fifth image' })
})

describe('an image that is moved into place while its folder is being replaced', () => {
  test('is one file and one row, found where its file is, even after a restart', async () => {
    const { library, delivery, watch, open, former, current, letGo, looksThrough, rows, ...rest } =
      await leaving()
    await eventually(() => looksThrough() >= 2, { what: 'a look through both folders' })
    letGo()
    const id = await eventually(() => rest.saved.get('0'), { what: 'the image' })
    const path = (await library.imageFile(id)) ?? ''
    expect(realpathSync(path)).toBe(realpathSync(join(former, library.details(id).file)))
    watch.stop()
    await delivery.stop()
    await library.stop()

    const next = open()
    const before = looksThrough()
    await next.library.start()
    await eventually(() => looksThrough() >= before + 2, { what: 'a look through both folders' })
    expect(rows()).toEqual([{ id }])
    expect(await next.library.imageFile(id)).toBe(path)
    expect(imagesIn(former)).toHaveLength(1)
    expect(imagesIn(current)).toEqual([])
    expect(rest.downloads).toHaveLength(1)
  })

  test('is adopted from there if the app ends before its row is written', async () => {
    const { library, delivery, watch, open, former, current, letGo, looksThrough, rows, db, jobId, ...rest } =
      await leaving()
    // Like a database on a disk that accepts no writes at the moment.
    db.run(`CREATE TRIGGER full BEFORE INSERT ON images BEGIN SELECT RAISE(FAIL, 'disk full'); END`)
    letGo()
    await eventually(() => rest.setbacks.length === 1, { what: 'a row that could not be written' })
    watch.stop()
    await delivery.stop()
    await library.stop()
    db.run('DROP TRIGGER full')

    const next = open()
    await next.library.start()
    const { id } = await eventually(() => rows()[0], { what: 'the row' })
    expect(await next.library.imageFile(id)).toContain(former)
    expect(await next.library.recover(jobId, 0)).toBe(id)
    expect(rows()).toEqual([{ id }])
    expect([...imagesIn(former), ...imagesIn(current)]).toHaveLength(1)
  })
})
