import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { bombPng, memoryBomb } from '../imaging/samples'
import { setUp } from './deliveryHarness'

const memoryBound = 170 * 1024 * 1024

test.each([
  ['has too many pixels', async () => bombPng(30_000), { format: 'png', width: 30_000, height: 30_000 }],
  ['takes too much memory', memoryBomb, { format: 'jpeg', width: 5790, height: 5790 }],
] as const)('a picture that %s is saved as received, and never decoded again', async (_, make, facts) => {
  const bytes = await make()
  const serve: Parameters<typeof setUp>[0] = async (_url, { toFile }) => {
    await writeFile(toFile, bytes)
    return { kind: 'fetched', resumed: false }
  }
  const { delivery, clock, library, saved, setbacks, folder, processes } = await setUp(serve, [{}], {
    memoryBound,
  })
  delivery.start()
  const id = await eventually(
    () => {
      // Memory is checked as time passes.
      clock.advance(100)
      return saved.get('0')
    },
    { what: 'the image' },
  )
  expect(setbacks).toEqual([])
  const details = library.details(id)
  expect(details).toMatchObject({ ...facts, decoded: false, bytes: bytes.length })
  expect(details.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect((await readFile(join(folder, 'library', details.file))).equals(bytes)).toBe(true)

  const started = processes.started('imaging')
  expect(await library.thumbnail(id, 'thumb')).toBeNull()
  expect(await library.pictureFile(id)).toBeNull()
  expect(await library.imageFile(id)).toBe(join(folder, 'library', details.file))
  expect(processes.started('imaging')).toBe(started)
})
