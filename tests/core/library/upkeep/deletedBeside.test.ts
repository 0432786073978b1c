import { readFile, rename } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createUpkeepRows } from '../../../../electron/core/library/upkeep/upkeepRows'
import { eventually } from '../../../support/eventually'
import { movedFiles } from './movedFiles'

const isGone = ({ db }: Awaited<ReturnType<typeof movedFiles>>, id: string) =>
  eventually(() => db.get('SELECT 1 FROM images WHERE id = :id', { id }) === undefined, {
    what: 'the end of what was discarded',
  })

test('two images that changed places are both written, or neither if one was deleted meanwhile', async () => {
  const world = await movedFiles()
  const [a, b] = [await world.put(1), await world.put(2)]
  const rows = createUpkeepRows(world.db)
  const [first, second] = rows.after(0, 2)
  if (first === undefined || second === undefined) throw new Error('there are two')
  const swap = [
    { number: first.number, file: a.file, to: b.file, outside: null, fileTime: 1 },
    { number: second.number, file: b.file, to: a.file, outside: null, fileTime: 1 },
  ]
  await world.library.delete({ ids: [a.id] })
  expect(rows.relinkTogether(swap)).toEqual([])
  expect(world.rows().map(({ file }) => file)).toEqual([a.file, b.file])
  await world.library.trash.restore({ ids: [a.id] })
  expect(rows.relinkTogether(swap)).toEqual([first.number, second.number])
  expect(world.rows().map(({ file }) => file)).toEqual([b.file, a.file])
})

test('emptying the trash leaves the file of another image that was put in the place of a deleted one', async () => {
  const world = await movedFiles()
  const [a, b] = [await world.put(1), await world.put(2)]
  await world.library.delete({ ids: [a.id] })
  await rename(world.at(b.file), world.at(a.file))
  expect(await world.check()).toMatchObject({ found: 0, missing: 1 })
  await world.library.trash.discard(null)
  await isGone(world, a.id)
  expect(await readFile(world.at(a.file))).toEqual(world.contentOf(2))
})
