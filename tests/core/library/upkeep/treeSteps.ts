import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'

const folders = ['2026/2026-03-01', '2026/2026-03-02', 'chosen', 'Chosen', 'a/b/c', 'été'.normalize('NFD')]
const names = ['a.png', 'A.png', 'é.png', 'é.png'.normalize('NFD'), `${'n'.repeat(251)}.png`, 'no ending']

const which = fc.nat(30)

/** What someone does to the files of a library. */
export const treeStep = fc.oneof(
  fc.record({
    kind: fc.constantFrom('move' as const, 'copy' as const, 'link' as const),
    which,
    folder: fc.constantFrom(...folders),
    /** Null keeps its name. */
    name: fc.option(fc.constantFrom(...names)),
  }),
  fc.record({ kind: fc.constantFrom('swap' as const, 'over' as const), which, other: which }),
  fc.record({ kind: fc.constantFrom('edit' as const, 'delete' as const), which }),
)

export type TreeStep = typeof treeStep extends fc.Arbitrary<infer Value> ? Value : never

/** Every file outside hidden folders. */
export async function tree(root: string, inside = ''): Promise<readonly string[]> {
  const entries = await readdir(join(root, inside), { withFileTypes: true })
  const found = entries
    .filter(({ name }) => !name.startsWith('.'))
    .map(async (entry) => {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`
      return entry.isDirectory() ? await tree(root, path) : [path]
    })
  return (await Promise.all(found)).flat().sort()
}

/** Does it; `edited` gives other bytes each time. Returns the files that aren't as they were. */
export async function take(
  step: TreeStep,
  { root, edited }: { readonly root: string; readonly edited: () => Buffer },
): Promise<readonly string[]> {
  const at = (file: string) => join(root, ...file.split('/'))
  const files = await tree(root)
  const pick = (number: number) => files[number % Math.max(1, files.length)]
  const file = pick(step.which)
  if (file === undefined) return []
  switch (step.kind) {
    case 'delete':
      await rm(at(file))
      return [file]
    case 'edit':
      await writeFile(at(file), edited())
      return [file]
    case 'swap':
    case 'over': {
      const other = pick(step.other) ?? file
      if (other === file) return [file]
      await rename(at(file), join(root, '.between'))
      if (step.kind === 'swap') await rename(at(other), at(file))
      await rename(join(root, '.between'), at(other))
      return [file, other]
    }
    default: {
      const to = `${step.folder}/${step.name ?? file.split('/').at(-1)}`
      await mkdir(dirname(at(to)), { recursive: true })
      if (to === file) return [file]
      if (step.kind === 'move') await rename(at(file), at(to))
      else {
        await rm(at(to), { force: true })
        if (step.kind === 'link') await link(at(file), at(to))
        else await writeFile(at(to), await readFile(at(file)))
      }
      return [file, to]
    }
  }
}
