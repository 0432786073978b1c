import { readySettings } from '@shared/model/exportRecipe'
import { expect, test } from 'vitest'
import { createFinishedBatches, type FinishedBatches } from '../../../electron/core/export/finishedBatches'
import { createLedger } from '../../../electron/core/export/ledger'
import type { ReadyPlan } from '../../../electron/core/export/planning'
import { createRecipes } from '../../../electron/core/export/recipes'
import { createZipLedger } from '../../../electron/core/export/zipLedger'
import { newId } from '../../../electron/core/ids'
import { eventually } from '../../support/eventually'
import { realClock } from '../../support/fakeClock'
import { fillConnection } from '../../support/filledDatabase'
import { temporaryFolder } from '../../support/temporaryFolder'
import { testDatabase } from '../../support/testDatabase'

test('a batch is exported by its recipe as it is then, though it was changed while it was planned', async () => {
  const db = testDatabase()
  fillConnection(db, { name: 'one', baseUrl: 'http://127.0.0.1:1', now: realClock.now() })
  const images = db.all<{ imageId: string }>(
    'SELECT id AS imageId FROM images WHERE deleted_at IS NULL LIMIT 1',
  )
  const settings = { ...readySettings.web, finishedBatches: true, template: 'old-{counter}' }
  const begun: ReadyPlan[] = []
  let plans = 0
  const recipes = createRecipes({ db, clock: realClock, changed: () => undefined, removed: () => undefined })
  const save = (template: string) =>
    recipes.save({ id: 'web', like: null, name: '', settings: { ...settings, template } })
  const finishedBatches: FinishedBatches = createFinishedBatches({
    ...{ db, recipes, clock: realClock, ledger: createLedger(db), zips: createZipLedger(db) },
    own: { refusal: async () => null },
    library: {
      async batchImages() {
        plans += 1
        if (plans === 1) save('new-{counter}')
        return {
          total: images.length,
          async *images() {
            for (const { imageId } of images) yield { imageId, name: null }
          },
        }
      },
    },
    notices: { put: () => undefined, clear: () => undefined },
    guard: { run: async (work) => void (await work()) },
    isBusy: () => begun.length > 0,
    async begin(plans, noted) {
      begun.push(...plans)
      noted()
    },
  })
  save('old-{counter}')
  recipes.setFolder('web', temporaryFolder())
  db.run('DELETE FROM export_batches')
  db.run(`INSERT INTO export_batches (batch_id, recipe_id) VALUES (:id, 'web')`, {
    id: newId(realClock.now()),
  })
  finishedBatches.start()
  await eventually(() => begun.length > 0, { what: 'the export' })
  await finishedBatches.stop()
  expect(begun.map(({ files, recipe }) => [files[0]?.path, recipe.settings.template])).toEqual([
    ['new-1.webp', 'new-{counter}'],
  ])
})
