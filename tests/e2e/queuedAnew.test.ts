import { expect, showWindow, testOnOneApp } from './fixtures/app'
import { demoPosts } from './fixtures/demoService'
import { tryDemo } from './fixtures/steps'

const test = testOnOneApp(({ page }) => tryDemo(page), { demo: { taskMs: 50, slots: 50 } })

/** More than is written in one part. */
const rows = 160

test('a table is cancelled and queued anew; the cancel is undone while it is written: each row is paid for once', async ({
  app,
  profile,
}) => {
  const { ask } = app
  await showWindow(app, false)
  const [connection] = (await ask('app.snapshot', null)).connections
  const text = ['prompt', ...Array.from({ length: rows }, (_, at) => `a lantern ${at}`)].join('\n')
  const paste = async () => {
    await ask('tables.paste', {
      text: `${text}\n`,
      connectionId: connection?.id ?? '',
      defaults: { model: 'aurora-2', size: '', n: 1, mode: 'direct', image: [] },
    })
    await expect.poll(async () => (await ask('tables.current', null))?.counts.toQueue).toBe(rows)
    await expect.poll(async () => (await ask('tables.current', null))?.stage).toBe('ready')
  }
  await ask('queue.pause', null)
  await paste()
  const { batchId } = await ask('tables.enqueue', { onlyRight: false, first: false })
  const { press } = await ask('batches.cancel', { id: batchId })
  await paste()
  const queued = ask('tables.enqueue', { onlyRight: false, first: false })
  const undone = ask('presses.takeBack', { press: press ?? 0 })
  await Promise.allSettled([queued, undone])
  const waiting = async () => (await ask('queue.overview', { limit: 1 })).counts.waiting
  expect(await waiting()).toBe(rows)

  await ask('queue.resume', null)
  await expect.poll(() => profile.libraryImages()).toHaveLength(rows)
  expect(await waiting()).toBe(0)
  const prompts = (await demoPosts(profile)).length
  expect(prompts).toBe(rows)
})
