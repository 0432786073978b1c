import { type Connection, connectionDefaults } from '@shared/model/connection'
import { resize } from '../../scripts/screenshots/resize'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { movedByPointing } from './fixtures/hovering'
import { printOf } from './fixtures/prints'
import { composeOf, galleryOf, queueOf, tableOf } from './fixtures/regions'
import { type ScriptedService, startScriptedService } from './fixtures/scriptedService'
import { tryDemo } from './fixtures/steps'

/** Tasks of the demo service that outlast any test. */
const endless = { demo: { taskMs: 3_600_000, spread: 0, slots: 2 } }

async function enqueue(
  { ask }: RunningApp,
  { id, models: [model = ''] }: Connection,
  prompt: string,
  n = 1,
): Promise<void> {
  await ask('jobs.enqueue', {
    connectionId: id,
    draft: { prompt, model, size: '', n, mode: 'background', image: [] },
    first: false,
  })
}

/** A queue with a row of each kind: needs the user, running, waiting alone and with others, left, finished. */
async function fillQueue(app: RunningApp, { url, key }: ScriptedService): Promise<void> {
  const { ask, page } = app
  await tryDemo(page)
  const [demo] = (await ask('app.snapshot', null)).connections
  if (demo === undefined) throw new Error('there is no demo connection')
  const draft = { ...connectionDefaults, name: 'Studio', baseUrl: url, models: ['painter-1'] }
  const studio = await ask('connections.save', { id: null, draft, apiKey: key })
  await enqueue(app, studio, 'Market street in rain, 35 mm, a long evening')
  const groups = async () => (await ask('queue.overview', { limit: 9 })).counts
  await expect.poll(groups).toMatchObject({ needsYou: 1 })
  await enqueue(app, studio, 'Cyanotype of a fern on deckled paper, two prints')
  await expect.poll(groups).toMatchObject({ finished: 1 })
  await enqueue(app, demo, 'Isometric greenhouse, glass panes catching low sun')
  await enqueue(app, demo, 'Salt flats under a violet dusk, seen from a train')
  await expect.poll(async () => (await ask('queue.overview', { limit: 9 })).waitedFor).toBe(2)
  const [left] = (await ask('queue.overview', { limit: 9 })).running
  await ask('jobs.act', { ids: [left?.id ?? ''], action: 'stopWaiting' })
  await queueOf(page).pause.click()
  await enqueue(app, demo, 'Desert observatory, long exposure')
  await enqueue(app, demo, 'Catalogue, spring: linen chair by a window', 12)
  await expect.poll(groups).toEqual({ needsYou: 1, running: 1, waiting: 13, stopped: 1, finished: 1 })
}

let service: ScriptedService | undefined

const test = testOnOneApp(async (app) => {
  service = await startScriptedService({ key: 'sk-1', drops: (before) => before === 0 })
  await fillQueue(app, service)
}, endless)

test.afterAll(() => service?.stop())

test('pointing at a row, a tile, a banner or a cell moves nothing in the window', async ({ app }) => {
  const { page, ask } = app
  const { region, button } = queueOf(page)
  await button(/^Show the requests of Catalogue/).click()
  const gallery = galleryOf(page)
  const picture = gallery.region.getByRole('option', { name: /^Cyanotype of a fern.*saved$/ })
  await expect(picture).toHaveCount(1)
  // From its first progress on it changes in place.
  await expect(region.getByText(/^\d+ %/).first()).toBeVisible()
  const [studio] = (await ask('app.snapshot', null)).connections.slice(-1)
  await ask('connections.setPaused', { id: studio?.id ?? '', paused: true })

  const rows = region.getByRole('listitem')
  const pointed = {
    'needs you': rows.filter({ hasText: 'Market street' }),
    running: rows.filter({ hasText: 'Salt flats' }),
    'waiting alone': rows.filter({ hasText: 'Desert observatory' }),
    'waiting with others': rows.filter({ hasText: 'Catalogue, spring' }).first(),
    'one of those': region
      .getByRole('list', { name: /^Waiting requests/ })
      .getByRole('group')
      .nth(1),
    left: rows.filter({ hasText: 'Isometric greenhouse' }),
    finished: rows.filter({ hasText: 'Cyanotype of a fern' }),
    'paused connection': region.getByText('Studio is paused: nothing is sent to it'),
    picture,
    'coming picture': gallery.region.getByRole('option', { name: /^Salt flats/ }),
    stack: gallery.region.getByRole('option', { name: /^12 waiting/ }),
  }
  for (const [kind, at] of Object.entries(pointed))
    expect(await movedByPointing(page, at.first()), kind).toEqual([])

  await page.getByRole('button', { name: 'Prompt history' }).click()
  const prompts = page.getByRole('listbox', { name: 'Prompt history' }).getByRole('option')
  await expect(prompts.nth(1)).toBeVisible()
  expect(await movedByPointing(page, prompts.nth(1)), 'a prompt of the history').toEqual([])
  await page.keyboard.press('Escape')

  await app.electron.evaluate(({ clipboard }) =>
    clipboard.writeText('prompt\tn\nA chair\t1\n\t1\nA lamp\ttwo'),
  )
  await composeOf(page).table.click()
  await page.keyboard.press('ControlOrMeta+V')
  const { dialog, grid } = tableOf(page)
  const cells = grid.getByRole('gridcell', { name: /chair|lamp|two/ })
  await expect(cells).toHaveCount(3)
  for (const at of [grid.getByRole('columnheader').nth(1), ...(await cells.all())])
    expect(await movedByPointing(page, at), `cell ${await at.textContent()}`).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  const banner = page.getByRole('status').filter({ hasText: '3 rows' })
  expect(await movedByPointing(page, banner), 'banner').toEqual([])
  await ask('tables.close', null)
  await ask('connections.setPaused', { id: studio?.id ?? '', paused: false })
})

test('the strip prints no text over another and cuts none off, at any width and zoom', async ({ app }) => {
  const { page, electron } = app
  await page.reload()
  const { region } = queueOf(page)
  const prints: {
    readonly size: string
    readonly faults: readonly string[]
    readonly cut: readonly string[]
  }[] = []
  for (const [width, height, zoom] of [
    [1000, 700, 1],
    [860, 800, 1],
    [1280, 800, 2],
    [860, 800, 2],
  ] as const) {
    await resize(page, electron, { width, height, zoom })
    await expect(page.getByRole('button', { name: 'Show queue' })).toBeVisible()
    const { texts, faults } = await printOf(region)
    const counts = ['Paused', '1 needs you', '1 running', '13 waiting', '1 left at the service', '1 finished']
    prints.push({
      size: `${width}x${height} at ${zoom * 100} %`,
      faults,
      cut: counts.filter((text) => !texts.includes(text)),
    })
  }
  expect(prints.filter(({ faults, cut }) => faults.length + cut.length > 0)).toEqual([])
})
