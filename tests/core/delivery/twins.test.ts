import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '../../../electron/core/ids'
import { eventually } from '../../support/eventually'
import { setUp } from './deliveryHarness'

test('an image that may be the same as another waits for that one, and holds up no other', async () => {
  const other = { jobId: newId(Date.now() + 1000), connectionId: 'c2' }
  const twins = Array.from({ length: 9 }, () => ({ again: true }))
  const context = await setUp(
    (url, options) =>
      url.endsWith('/0')
        ? new Promise((resolve) =>
            options.signal.addEventListener('abort', () => resolve({ kind: 'aborted' })),
          )
        : context.servePixels(url, options),
    [...twins, other, other],
  )
  const { delivery, downloads, saved } = context
  delivery.start()
  await eventually(() => saved.size === 2, { what: 'the images of another request' })
  expect([...saved.keys()].sort()).toEqual(['10', '9'])
  expect(downloads).toHaveLength(3)
})

test('an image that comes again takes the place of its twin whose file is gone', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const twins = [{}, { again: true }]
  const { delivery, saved, repeated, library, folder, servePixels, pixels } = await setUp(
    async (url, options) => {
      if (url.endsWith('/1')) await released
      return servePixels(url, options)
    },
    twins,
  )
  delivery.start()
  const id = await eventually(() => saved.get('0'))
  const path = join(folder, 'library', library.details(id).file)
  await rm(path)
  release()
  await eventually(() => repeated.get('1') === id)
  expect(await readFile(path)).toEqual(pixels)
  expect(library.details(id).outside).toBeNull()
})
