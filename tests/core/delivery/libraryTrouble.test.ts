import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { setUp } from './deliveryHarness'

describe('a library that accepts no files', () => {
  test('holds sends and downloads, and both go on once it recovers', async () => {
    const { delivery, watch, holds, downloads, saved, clock, ports, folder, setbacks } = await setUp()
    await writeFile(join(folder, 'file'), '')
    ports.preferences.change({ libraryPath: join(folder, 'file', 'library') })
    await watch.look()
    delivery.start()
    expect(holds).toMatchObject([{ code: 'libraryUnwritable' }])
    expect(downloads).toEqual([])

    ports.preferences.change({ libraryPath: null })
    clock.advance(5_000)
    await eventually(() => saved.size === 1)
    expect(holds).toHaveLength(2)
    expect(holds[1]).toBeNull()
    expect(setbacks).toEqual([])
  })

  test('found during a download leaves the item as it was', async () => {
    const { delivery, holds, saved, clock, ports, folder, setbacks } = await setUp()
    await writeFile(join(folder, 'file'), '')
    ports.preferences.change({ libraryPath: join(folder, 'file', 'library') })
    delivery.start()
    await eventually(() => holds.length === 1)
    expect(setbacks).toEqual([])
    ports.preferences.change({ libraryPath: null })
    clock.advance(5_000)
    await eventually(() => saved.size === 1)
  })

  test.each(['libraryUnwritable', 'diskLow'] as const)(
    'only briefly (%s in a download) leaves the item for later',
    async (code) => {
      const { delivery, setbacks, holds } = await setUp(() =>
        Promise.resolve({ kind: 'retry', error: appError(code), retryAfterMs: null }),
      )
      delivery.start()
      await eventually(() => setbacks.length === 1)
      expect(setbacks).toMatchObject([{ setback: { kind: 'later', error: { code } } }])
      expect(holds).toEqual([])
    },
  )

  test('is reported once for as long as it lasts', async () => {
    const { watch, holds, clock, ports, folder } = await setUp()
    await writeFile(join(folder, 'file'), '')
    ports.preferences.change({ libraryPath: join(folder, 'file', 'library') })
    await watch.look()
    for (let i = 0; i < 5; i++) {
      clock.advance(5_000)
      await watch.look()
    }
    expect(holds).toHaveLength(1)
  })
})
