import { writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { fuse } from '../../support/fuse'
import { ended, exported, namesIn, planOf, recipeFor, setUp } from './exportHarness'

vi.mock(import('../../../electron/core/drive'), async (load) => {
  const { fusedDrive } = await import('../../support/fuse')
  return fusedDrive(await load())
})

afterEach(fuse.reset)

test.each(['folder', 'zip'] as const)(
  'what another program saves over a file of ours that is replaced is only lost with the name itself, into a %s',
  async (into) => {
    const core = await setUp(['boat.png'])
    const { call, ids, folder } = core
    const recipe = await recipeFor(core, folder, { into, existing: 'replace', onlyNew: false })
    const lost: number[] = []
    for (let moment = 1; ; moment++) {
      // Something of ours to be replaced.
      const { run } = await exported(call, recipe, ids)
      const path = join(folder, run.places[0]?.zip ?? 'boat.png')
      await call('exports.act', { action: 'dismiss' })
      const { plan, replaced, zip } = await planOf(call, recipe, ids)
      if (into === 'folder') expect(replaced).toBe(1)
      else expect(zip).toMatchObject({ fate: 'replaces' })
      let moments = 0
      fuse.onWrite = () => {
        moments += 1
        if (moments === moment) writeFileSync(path, `retouched ${moment}`)
      }
      await call('exports.begin', { plans: [plan] })
      await ended(call)
      fuse.onWrite = () => {}
      await call('exports.act', { action: 'dismiss' })
      if (moments < moment) break
      if ((await readFile(path, 'utf8')) !== `retouched ${moment}`) lost.push(moment)
      for (const name of await namesIn(folder)) await rm(join(folder, name))
    }
    expect(lost.length).toBeLessThanOrEqual(1)
  },
)
