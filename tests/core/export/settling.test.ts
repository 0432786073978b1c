import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createSettling } from '../../../electron/core/export/settling'
import { temporaryFolder } from '../../support/temporaryFolder'

const synced = vi.hoisted((): string[] => [])

vi.mock(import('../../../electron/core/durability'), async (load) => ({
  ...(await load()),
  syncFolder: async (path) => void synced.push(path),
}))

test('each folder on the way to a file is synced before the file counts as written', async () => {
  const destination = temporaryFolder()
  const settled: number[] = []
  const settling = createSettling({
    db: {
      run: () => 0,
      get: () => undefined,
      all: () => [],
      transaction: (body) => body(),
      version: () => 0,
      close: () => {},
    },
    rows: {
      settle(number) {
        expect(synced).toHaveLength(3)
        settled.push(number)
      },
    },
    clock: { monotonic: () => 0 },
    isStopped: () => false,
  })
  for (const number of [1, 2])
    settling.add({
      file: {
        ...{ number, exportId: 'export', imageId: 'image', source: '', replaces: false, isShared: false },
        path: `2026/ferns/${number}.png`,
      },
      outcome: {
        path: `2026/ferns/${number}.png`,
        hidesText: false,
        unsynced: { path: join(destination, '2026', 'ferns'), destination },
        noted: () => {},
      },
    })
  expect(await settling.note()).toBeNull()
  // The power may go at any time: an entry that isn't synced takes all that is below it.
  expect(synced).toEqual([destination, join(destination, '2026'), join(destination, '2026', 'ferns')])
  expect(settled).toEqual([1, 2])
})
