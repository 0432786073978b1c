import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cases } from '../../../../scripts/testRun/cases'
import { eventually } from '../../../support/eventually'
import { fuse, fusedDrive } from '../../../support/fuse'
import { moveHarness } from './moveHarness'

vi.mock(import('../../../../electron/core/drive'), async (load) => fusedDrive(await load()))

afterEach(fuse.reset)

/** What an image of the source is like. */
const imageArbitrary = fc.record({
  name: fc.constantFrom('usual', 'decomposed', 'longest', 'upper', 'lower', 'renamed'),
  original: fc.constantFrom('sound', 'sound', 'changed', 'missing', 'unreadable', 'behind a link'),
  deleted: fc.boolean(),
  /** What is in its place in the target. */
  there: fc.constantFrom('nothing', 'nothing', 'equal', 'another', 'folder', 'link'),
})

const treeArbitrary = fc.record({
  images: fc.array(imageArbitrary, { minLength: 1, maxLength: 6 }),
  links: fc.boolean(),
  others: fc.boolean(),
  cancelled: fc.boolean(),
})

type Tree = typeof treeArbitrary extends fc.Arbitrary<infer T> ? T : never
type Planned = Tree['images'][number]

function nameOf({ name }: Planned, day: string, item: string, at: number): string {
  const end = `-${item}.png`
  const names = {
    usual: `fern${end}`,
    decomposed: `café${end}`.normalize('NFD'),
    longest: `${'é'.repeat(Math.floor((255 - end.length) / 2))}${end}`,
    upper: `TWIN ${Math.floor(at / 2)}.png`,
    lower: `twin ${Math.floor(at / 2)}.png`,
    renamed: `my favourite ${at}.png`,
  }
  return posix.join(day, names[name])
}

/** Everything below a folder that isn't the library's own, with its bytes; a link or folder by its kind. */
function below(folder: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (path.includes('.cyanotype') || entry.isDirectory()) continue
    found.set(path, entry.isFile() ? readFileSync(path, 'latin1') : 'link')
  }
  return found
}

async function build(tree: Tree) {
  fuse.reset()
  fuse.refusesLinks = !tree.links
  const harness = await moveHarness()
  const { save, write, source, target, folder, contents, db } = harness
  const { library } = harness.open()
  const unreadable = new Set<string>()
  const images = []
  for (const [at, planned] of tree.images.entries()) {
    const saved = await save(library, { createdAt: Date.UTC(2026, 2, 1 + at, 12) })
    const day = dirname(saved.file)
    const file = nameOf(planned, day, `${saved.jobId}-1`, at)
    const bytes = contents.get(saved.id) ?? Buffer.alloc(0)
    await rename(join(source, saved.file), join(source, file))
    db.run('UPDATE images SET file = :file, deleted_at = :at WHERE id = :id', {
      file,
      at: planned.deleted ? 1 : null,
      id: saved.id,
    })
    const { original, there } = planned
    if (there === 'equal') await write(target, file, bytes)
    if (there === 'another') await write(target, file, 'another file')
    if (there === 'folder') await mkdir(join(target, file), { recursive: true })
    if (there === 'link') {
      await mkdir(join(target, day, '..'), { recursive: true })
      await mkdir(join(folder, 'elsewhere', String(at)), { recursive: true })
      await symlink(join(folder, 'elsewhere', String(at)), join(target, day))
    }
    if (original === 'changed') {
      await write(source, file, `edited ${at}`)
      contents.set(saved.id, Buffer.from(`edited ${at}`))
    }
    if (original === 'missing') await rm(join(source, file))
    if (original === 'unreadable') unreadable.add(join(source, file))
    if (original === 'behind a link') {
      await rename(join(source, day), join(folder, `day ${at}`))
      await symlink(join(folder, `day ${at}`), join(source, day))
    }
    images.push({ ...planned, id: saved.id, file, bytes: contents.get(saved.id) ?? bytes })
  }
  if (tree.others) await write(source, 'notes.txt', 'mine')
  await library.stop()
  return { ...harness, images, unreadable }
}

describe('any library', () => {
  test('is moved as a whole, or moved back as a whole, whatever is in it and in the target', async () => {
    await fc.assert(
      fc.asyncProperty(treeArbitrary, async (tree) => {
        const { open, db, source, target, folder, images, unreadable } = await build(tree)
        const isThere = ({ original }: Planned) => original !== 'missing' && original !== 'behind a link'
        if (!images.some(isThere)) return
        const before = { source: below(source), target: below(target) }
        const { library } = open({})
        const { plan } = await library.moving.plan(target)
        fuse.unreadable = unreadable
        // Deleted images are still the user's until their time is over.
        db.run('UPDATE images SET deleted_at = deleted_at + 1 WHERE deleted_at IS NOT NULL')
        library.moving.begin(plan)
        let cancelled = false
        fuse.onWrite = () => {
          if (!tree.cancelled || cancelled || library.moving.shown()?.doneImages !== 1) return
          cancelled = true
          setImmediate(() => library.moving.act('cancel'))
        }
        library.moving.start()
        await eventually(() => ['done', 'undone'].includes(library.moving.shown()?.step ?? ''), {
          what: 'the end of the move',
        })
        await library.moving.stop()
        fuse.unreadable = new Set()
        const end = library.moving.shown()?.step
        const after = { source: below(source), target: below(target) }
        if (end === 'undone') {
          expect(after.source).toEqual(before.source)
          // A link in the place of a folder is set aside.
          for (const [path, bytes] of before.target)
            if (bytes !== 'link') expect(after.target.get(path)).toBe(bytes)
        }
        for (const image of images) {
          const row = db.get<{ file: string }>('SELECT file FROM images WHERE id = :id', { id: image.id })
          const inSource = join(source, row?.file ?? '')
          const inTarget = join(target, row?.file ?? '')
          if (!isThere(image)) {
            expect(row?.file).toBe(image.file)
            continue
          }
          // The fuse knows a file by its path: under a second name, it can be read.
          const isMoved = end === 'done' && (image.original !== 'unreadable' || tree.links)
          expect(readFileSync(isMoved ? inTarget : inSource)).toEqual(image.bytes)
          expect(Buffer.byteLength(posix.basename(row?.file ?? ''))).toBeLessThanOrEqual(255)
          if (isMoved) expect(existsSync(join(source, image.file))).toBe(false)
          if (image.there === 'another')
            expect(readFileSync(join(target, image.file), 'utf8')).toBe('another file')
          if (image.there === 'folder') expect(statSync(join(target, image.file)).isDirectory()).toBe(true)
        }
        const files = images
          .filter(isThere)
          .map(({ id }) => db.get<{ file: string }>('SELECT file FROM images WHERE id = :id', { id })?.file)
        expect(new Set(files).size).toBe(files.length)
        // Nothing was written through a link.
        if (existsSync(join(folder, 'elsewhere'))) expect(below(join(folder, 'elsewhere')).size).toBe(0)
        if (tree.others) expect(readFileSync(join(source, 'notes.txt'), 'utf8')).toBe('mine')
      }),
      { numRuns: cases(20, 100), seed: 20260301 },
    )
  })
})
