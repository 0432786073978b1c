import { mkdir, rename } from 'node:fs/promises'
import { basename } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createFakeClock } from '../../../support/fakeClock'
import { movedFiles } from './movedFiles'

const clock = createFakeClock()
/** Milliseconds that pass before each call is answered. */
const drive = vi.hoisted(() => ({ ms: 0 }))

vi.mock(import('../../../../electron/core/drive'), async (load) => {
  const real = await load()
  const slowed =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      clock.advance(drive.ms)
      return call(...args)
    }
  return { ...real, lstat: slowed(real.lstat) as typeof real.lstat, open: slowed(real.open) }
})

/** Forty images with their records, ten of which were moved. */
async function slowLibrary() {
  drive.ms = 0
  const world = await movedFiles(undefined, { clock })
  await mkdir(world.at('chosen'))
  for (let n = 0; n < 40; n++) {
    const image = await world.put(n)
    await world.record(image)
    if (n < 10) await rename(world.at(image.file), world.at(`chosen/${basename(image.file)}`))
  }
  drive.ms = 400
  return world
}

describe('a drive that takes long for everything isn’t taken for one that is silent', () => {
  test('by a check, which finds all', async () => {
    const { check } = await slowLibrary()
    expect(await check()).toEqual({ found: 10, changed: 0, missing: 0, unsure: 0, away: [] })
  })

  test('by a rebuild, which brings back all', async () => {
    const { db, rebuild } = await slowLibrary()
    db.run('DELETE FROM images')
    expect(await rebuild()).toMatchObject({ restored: 40, missing: 0, unsure: 0 })
  })
})
