import { lstat, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namedItem } from '../../../../electron/core/library/imageName'
import { movedFiles } from './movedFiles'
import { type TreeStep, take, tree, treeStep } from './treeSteps'

const images = 6
/** Two of the images have the same bytes. */
const contents = [1, 1, 2, 3, 4, 5]
const steps = fc.array(fc.oneof({ arbitrary: treeStep, weight: 4 }, fc.constant('check' as const)), {
  maxLength: 14,
})

/** One image’s place is another one’s by now, whose own has a second name of a third one’s file. */
const secondName: TreeStep[] = [
  { kind: 'move', which: 0, folder: 'chosen', name: null },
  { kind: 'link', which: 0, folder: '2026/2026-03-01', name: 'no ending' },
  { kind: 'swap', which: 0, other: 2 },
  { kind: 'over', which: 0, other: 1 },
]

/** The same, and that file has its bytes. */
const sameBytes: TreeStep[] = [
  { kind: 'link', which: 0, folder: 'été'.normalize('NFD'), name: null },
  { kind: 'swap', which: 10, other: 1 },
  { kind: 'over', which: 6, other: 3 },
]

test('whatever is moved, copied, changed and removed outside, every image has its own file or says what is the matter', async () => {
  const world = await movedFiles()
  const { root, at, db } = world
  let edits = 0
  const edited = () => world.contentOf(1000 + edits++)

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
        if (step === 'check') {
          await world.check()
          await verify()
          untouched.clear()
        } else for (const file of await take(step, { root, edited })) untouched.delete(file)
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
    { numRuns: 60, examples: [[secondName], [sameBytes]] },
  )
})
