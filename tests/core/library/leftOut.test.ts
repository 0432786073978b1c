import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { itemName } from '../../../electron/core/library/imageName'
import { eventually } from '../../support/eventually'
import { fallTwice, takeUpNext, watchStart } from '../../support/fallenStarts'
import { libraryHarness } from './libraryHarness'

test('a file that ended starts is not adopted until that is retried, and all others are', async () => {
  const { open, image, download, ports } = await libraryHarness()
  const before = open().library
  const place = async (day: string) => {
    const made = image({ createdAt: Date.parse(`${day}T12:00:00Z`) })
    await before.place(await download(before, made), made)
    return made
  }
  const bad = await place('2026-03-02')
  const sound = await place('2026-03-01')
  fallTwice(ports.places.profile, ['file', itemName(bad.jobId, bad.index)])

  const starts = watchStart(ports.places.profile)
  const { library } = open({ starts })
  const ids = async () => (await library.page({ text: '' }, 0, 10)).rows.map(({ id }) => id)
  await library.start()
  await eventually(async () => (await ids()).length > 0, { what: 'the other image' })
  expect(await ids()).toEqual([sound.id])
  takeUpNext(starts)
  library.tidyAgain()
  await eventually(async () => (await ids()).length === 2, { what: 'the image that was left out' })
})

test('an image whose deletion ended starts is neither deleted until that is retried, nor shown', async () => {
  const { open, image, download, ports, folder } = await libraryHarness()
  const before = open().library
  const made = [image(), image()] as const
  for (const one of made) before.insert(one, await before.place(await download(before, one), one))
  const paths = made.map(({ id }) => join(folder, 'library', before.details(id).file))
  await before.stop()
  const cut = open({ opener: { trash: () => Promise.reject(new Error('no trash here')) } }).library
  await cut.delete({ ids: made.map(({ id }) => id) })
  await cut.trash.discard(null)
  await cut.stop()
  fallTwice(ports.places.profile, ['deletion', made[0].id])

  const starts = watchStart(ports.places.profile)
  const { library } = open({ starts })
  await library.start()
  await eventually(() => !existsSync(paths[1] ?? ''), { what: 'the other deletion' })
  expect(existsSync(paths[0] ?? '')).toBe(true)
  expect((await library.page({ text: '' }, 0, 10)).rows).toEqual([])
  takeUpNext(starts)
  library.tidyAgain()
  await eventually(() => !existsSync(paths[0] ?? ''), { what: 'the deletion that was left out' })
})
