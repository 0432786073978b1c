import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { knowNoFolderSync, refuseOpens } from '../../support/refusedOpens'
import { setUp } from './deliveryHarness'

describe('an image whose location can’t be made durable', () => {
  test.each([
    ['the folder of its day', /\/\d{4}-\d{2}-\d{2}$/, 1],
    // Before these syncs it has no place yet.
    ['the folder of its year', /\/library\/\d{4}$/, 3],
    ['the library', /\/library$/, 3],
  ])('because %s can’t be synced counts as saved only once that succeeds', async (_, folder, fetched) => {
    const { delivery, saved, setbacks, downloads, clock, library, watch, folder: parent } = await setUp()
    await watch.look()
    const refused = refuseOpens((path, flags) => flags === 'r' && folder.test(path), 2)
    delivery.start()
    for (const tries of [1, 2]) {
      await eventually(() => setbacks.length === tries, { what: `setback ${tries}` })
      expect(saved.size).toBe(0)
      const { setback } = setbacks[tries - 1] ?? {}
      if (setback?.kind !== 'later') expect.unreachable()
      clock.advance(setback.notBefore - clock.now() + 1000)
    }
    const id = await eventually(() => saved.get('0'), { what: 'the image' })
    expect(refused.count()).toBe(2)
    expect(existsSync(join(parent, 'library', library.details(id).file))).toBe(true)
    expect(downloads).toHaveLength(fetched)
  })
})

test('an image is saved even in a library whose file system has no fsync for folders', async () => {
  knowNoFolderSync()
  const { delivery, saved, setbacks, library, folder } = await setUp()
  delivery.start()
  const id = await eventually(() => saved.get('0') ?? (setbacks.length > 0 && 'none'), { what: 'the image' })
  expect(setbacks).toEqual([])
  expect(existsSync(join(folder, 'library', library.details(id).file))).toBe(true)
})
