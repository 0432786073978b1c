import { mkdirSync, renameSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { fuse } from '../../support/fuse'
import { ended, planOf, recipeFor, setUp } from './exportHarness'

vi.mock(import('../../../electron/core/drive'), async (load) => {
  const { fusedDrive } = await import('../../support/fuse')
  return fusedDrive(await load())
})

afterEach(fuse.reset)

test.each(['folder', 'zip'] as const)(
  'originals that get into another library while they are exported into a %s are found there',
  async (into) => {
    const core = await setUp()
    const { call, ids, folder, root, ports } = core
    const other = join(root, 'other')
    await mkdir(other)
    ports.chosenFolder = other
    await call('library.choose', null)
    const details = await Promise.all(ids.map((id) => call('images.details', { id })))
    for (let moment = 1, isOver = false; !isOver; moment++) {
      const recipe = await recipeFor(core, folder, { into, onlyNew: false })
      const { plan } = await planOf(call, recipe, ids)
      const [from, to] = moment % 2 === 1 ? [join(root, 'library'), other] : [other, join(root, 'library')]
      let moments = 0
      fuse.onWrite = () => {
        moments += 1
        if (moments !== moment) return
        for (const { file } of details) {
          mkdirSync(dirname(join(to, file)), { recursive: true })
          renameSync(join(from, file), join(to, file))
        }
      }
      await call('exports.begin', { plans: [plan] })
      expect(await ended(call)).toMatchObject({ written: 3, failed: [] })
      await call('exports.act', { action: 'dismiss' })
      fuse.onWrite = () => {}
      isOver = moments < moment
    }
  },
)
