import { basename } from 'node:path'
import { expect, test, vi } from 'vitest'
import { asked, spooled, unknownService } from './foundHarness'

const { synced } = vi.hoisted(() => ({ synced: [] as string[] }))

vi.mock(import('../../electron/core/durability'), async (load) => {
  const real = await load()
  return {
    ...real,
    async syncFolder(path: string) {
      await real.syncFolder(path)
      synced.push(basename(path))
    },
  }
})

test('what was fetched is durable, with its folder, before the user is asked what it is', async () => {
  const service = await unknownService({ post: (host) => ({ zork: { quux: [`${host}/files/a`] } }) })
  await asked(service)
  expect(spooled(service.folder)).toContainEqual(expect.stringMatching(/-found\.bin$/))
  expect(synced).toEqual(expect.arrayContaining(['profile', 'spool']))
})
