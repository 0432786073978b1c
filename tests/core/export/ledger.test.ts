import { chmod, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exported, planOf, recipeFor, setUp } from './exportHarness'

describe('only what is new or changed', () => {
  test('leaves out what is there as it was left, and tells what was deleted or edited there', async () => {
    const { call, ids, folder, ports } = await setUp()
    const recipe = await recipeFor({ call, ports }, folder, { format: 'webp' })
    await exported(call, recipe, ids)
    expect(await planOf(call, recipe, ids)).toMatchObject({ plan: 0, files: 0, unchanged: 3, taken: 0 })

    await rm(join(folder, 'boat.webp'))
    await writeFile(join(folder, 'ship.webp'), 'retouched')
    const { plan, run } = await exported(call, recipe, ids)
    expect(run).toMatchObject({ written: 2, unchanged: 1, skipped: 0 })
    expect(plan).toMatchObject({ unchanged: 1, taken: 1, names: ['boat.webp', 'ship (2).webp'] })
    expect(await readFile(join(folder, 'ship.webp'), 'utf8')).toBe('retouched')
    expect(await planOf(call, recipe, ids)).toMatchObject({ files: 0, unchanged: 3 })
  })

  test('sees through rights and times that changed while the bytes did not, and through times that hide an edit', async () => {
    const { call, ids, folder, ports } = await setUp(['boat.png'])
    const recipe = await recipeFor({ call, ports }, folder)
    await exported(call, recipe, ids)
    const path = join(folder, 'boat.png')
    await chmod(path, 0o600)
    expect(await planOf(call, recipe, ids)).toMatchObject({ unchanged: 1 })
    // All that FAT keeps of a time once its drive is unplugged.
    const even = 2 * Math.floor((await stat(path)).mtimeMs / 2000)
    await utimes(path, even, even)
    expect(await planOf(call, recipe, ids)).toMatchObject({ unchanged: 1 })
    const { atimeMs, mtimeMs, size } = await stat(path)
    await writeFile(path, 'x'.repeat(size))
    await utimes(path, atimeMs / 1000, mtimeMs / 1000)
    expect((await stat(path)).mtimeMs).toBeCloseTo(mtimeMs, 0)
    expect(await planOf(call, recipe, ids)).toMatchObject({ unchanged: 0, names: ['boat (2).png'] })
  })

  test('is of this recipe, as it is now, and of this place', async () => {
    const { call, ids, folder, root, ports } = await setUp()
    const recipe = await recipeFor({ call, ports }, folder, { format: 'webp' })
    await exported(call, recipe, ids)
    const second = join(root, 'second')
    await mkdir(second)
    ports.chosenFolder = second
    await call('exports.chooseFolder', { id: recipe.id })
    const { plan } = await exported(call, recipe, ids.slice(0, 2))
    expect(plan).toMatchObject({ files: 2, unchanged: 0 })
    ports.chosenFolder = folder
    await call('exports.chooseFolder', { id: recipe.id })
    expect(await planOf(call, recipe, ids)).toMatchObject({ files: 0, unchanged: 3 })
    await call('exports.saveRecipe', { ...recipe, settings: { ...recipe.settings, quality: 40 } })
    expect(await planOf(call, recipe, ids)).toMatchObject({ files: 3, unchanged: 0 })
    const stripped = { ...recipe.settings, metadata: 'stripped' as const }
    await call('exports.saveRecipe', { ...recipe, settings: stripped })
    expect(await planOf(call, recipe, ids)).toMatchObject({ files: 3, unchanged: 0 })
    const other = await recipeFor({ call, ports }, folder, { format: 'webp' })
    expect(await planOf(call, other, ids)).toMatchObject({ files: 3, taken: 3 })
  })

  test('after any sequence of exports, deletions and edits there, and second places', async () => {
    const { call, ids, root, ports } = await setUp()
    let runs = 0
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant('export'), images: fc.subarray(ids, { minLength: 1 }) }),
      },
      fc.record({ kind: fc.constantFrom('delete', 'edit', 'touch', 'rights'), at: fc.nat(2) }),
      fc.record({ kind: fc.constant('move'), to: fc.constantFrom('one', 'two') }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
        runs++
        const home = join(root, `places ${runs}`)
        for (const place of ['one', 'two']) await mkdir(join(home, place), { recursive: true })
        const recipe = await recipeFor({ call, ports }, join(home, 'one'))
        let place = 'one'
        /** Of each image in each place: what the recipe left there, as far as it still is so. */
        const left = new Map<string, string>()
        const edits = new Map<string, string>()
        for (const did of steps) {
          if ('images' in did) {
            const isMissing = did.images.filter((id) => !left.has(`${place} ${id}`))
            const plan = await planOf(call, recipe, did.images)
            expect(plan).toMatchObject({
              unchanged: did.images.length - isMissing.length,
              files: isMissing.length,
            })
            if (isMissing.length > 0) await exported(call, recipe, did.images)
            for (const [at, id] of isMissing.entries())
              left.set(`${place} ${id}`, join(home, place, plan.names[at] ?? ''))
          } else if ('to' in did) {
            place = did.to
            ports.chosenFolder = join(home, place)
            await call('exports.chooseFolder', { id: recipe.id })
          } else {
            const key = `${place} ${ids[did.at]}`
            const path = left.get(key)
            if (path === undefined) continue
            if (did.kind === 'delete' || did.kind === 'edit') left.delete(key)
            if (did.kind === 'rights') await chmod(path, 0o600)
            if (did.kind === 'delete') await rm(path)
            if (did.kind === 'touch') await utimes(path, 1, 1)
            if (did.kind === 'edit') {
              edits.set(path, `retouched ${edits.size}`)
              await writeFile(path, edits.get(path) ?? '')
            }
          }
        }
        for (const [path, text] of edits) expect(await readFile(path, 'utf8')).toBe(text)
      }),
      { numRuns: 15 },
    )
  })
})
