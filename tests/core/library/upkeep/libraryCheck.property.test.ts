import { link, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namedItem } from '../../../../electron/core/library/imageName'
import { movedFiles } from './movedFiles'

const images = 6
/** Two of the images have the same bytes. */
const contents = [1, 1, 2, 3, 4, 5]
const folders = ['2026/2026-03-01', '2026/2026-03-02', 'chosen', 'Chosen', 'a/b/c', 'été'.normalize('NFD')]
const names = ['a.png', 'A.png', 'é.png', 'é.png'.normalize('NFD'), `${'n'.repeat(251)}.png`, 'no ending']

type Steps = typeof steps extends fc.Arbitrary<infer Value> ? Value : never

const which = fc.nat(30)
const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('move' as const, 'copy' as const, 'link' as const),
      which,
      folder: fc.constantFrom(...folders),
      /** Null keeps its name. */
      name: fc.option(fc.constantFrom(...names)),
    }),
    fc.record({ kind: fc.constantFrom('swap' as const, 'over' as const), which, other: which }),
    fc.record({ kind: fc.constantFrom('edit' as const, 'delete' as const), which }),
    fc.record({ kind: fc.constant('check' as const) }),
  ),
  { maxLength: 14 },
)

/** One image’s place is another one’s by now, whose own has a second name of a third one’s file. */
const secondName: Steps = [
  { kind: 'move', which: 0, folder: 'chosen', name: null },
  { kind: 'link', which: 0, folder: '2026/2026-03-01', name: 'no ending' },
  { kind: 'swap', which: 0, other: 2 },
  { kind: 'over', which: 0, other: 1 },
]

/** Every file outside hidden folders. */
async function tree(root: string, inside = ''): Promise<readonly string[]> {
  const entries = await readdir(join(root, inside), { withFileTypes: true })
  const found = entries
    .filter(({ name }) => !name.startsWith('.'))
    .map(async (entry) => {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`
      return entry.isDirectory() ? await tree(root, path) : [path]
    })
  return (await Promise.all(found)).flat().sort()
}

test('whatever is moved, copied, changed and removed outside, every image has its own file or says what is the matter', async () => {
  const world = await movedFiles()
  const { root, at, db } = world
  let edits = 0

  async function verify(): Promise<void> {
    const files = await tree(root)
    const inode = new Map<string, number>()
    for (const file of files) inode.set(file, (await lstat(at(file))).ino)
    const bytes = async (file: string) => await readFile(at(file))
    const rows = db.all<{
      file: string
      outside: string | null
      jobId: string
      position: number
      content: number
    }>('SELECT file, outside, job_id AS jobId, position, took_ms AS content FROM images ORDER BY number')
    // No two images have one place.
    expect(new Set(rows.map(({ file }) => file)).size).toBe(rows.length)
    const taken = rows.flatMap(({ file, outside }) => (outside === 'missing' ? [] : [inode.get(file)]))
    const free = files.filter((file) => !taken.includes(inode.get(file)))
    for (const { file, outside, jobId, position, content } of rows) {
      const own = world.contentOf(content)
      if (outside === null) expect((await bytes(file)).equals(own)).toBe(true)
      else if (outside === 'changed') expect((await bytes(file)).equals(own)).toBe(false)
      else {
        expect(files).not.toContain(file)
        for (const other of free) {
          expect((await bytes(other)).equals(own)).toBe(false)
          expect(namedItem(other)).not.toEqual({ jobId, index: position })
        }
      }
    }
  }

  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      db.run('DELETE FROM images')
      for (const folder of await readdir(root))
        if (!folder.startsWith('.')) await rm(join(root, folder), { recursive: true })
      for (let n = 0; n < images; n++) await world.put(contents[n] ?? 0, { tookMs: contents[n] ?? 0 })
      await world.check()
      const untouched = new Map(world.rows().map(({ id, file }) => [file, id]))
      for (const step of given) {
        const files = await tree(root)
        const pick = (number: number) => files[number % Math.max(1, files.length)]
        const file = 'which' in step ? pick(step.which) : undefined
        if (step.kind === 'check') {
          await world.check()
          await verify()
          untouched.clear()
        }
        if (file === undefined) continue
        untouched.delete(file)
        if (step.kind === 'delete') await rm(at(file))
        else if (step.kind === 'edit') await writeFile(at(file), world.contentOf(1000 + edits++))
        else if (step.kind === 'swap' || step.kind === 'over') {
          const other = pick(step.other) ?? file
          untouched.delete(other)
          if (other === file) continue
          await rename(at(file), join(root, '.between'))
          if (step.kind === 'swap') await rename(at(other), at(file))
          await rename(join(root, '.between'), at(other))
        } else if ('folder' in step) {
          const to = `${step.folder}/${step.name ?? file.split('/').at(-1)}`
          untouched.delete(to)
          await mkdir(dirname(at(to)), { recursive: true })
          if (to === file) continue
          if (step.kind === 'move') await rename(at(file), at(to))
          else {
            await rm(at(to), { force: true })
            if (step.kind === 'link') await link(at(file), at(to))
            else await writeFile(at(to), await readFile(at(file)))
          }
        }
      }
      const result = await world.check()
      await verify()
      // What nobody touched stays where it is.
      for (const [file, id] of untouched) expect(world.row(id)).toEqual({ id, file, outside: null })
      // The next check finds nothing else.
      const rows = world.rows()
      expect(await world.check()).toEqual({ ...result, found: 0 })
      expect(world.rows()).toEqual(rows)
    }),
    { numRuns: 60, examples: [[secondName]] },
  )
}, 240_000)
