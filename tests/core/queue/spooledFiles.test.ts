import { randomBytes } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { startLoopbackService } from './loopbackService'
import { connect, enqueue, openQueue, statesBecome } from './queueHarness'

const image = (bytes = 50_000) => ({ b64_json: randomBytes(bytes).toString('base64') })
const spooled = ({ folder }: { readonly folder: string }) => readdirSync(join(folder, 'spool')).sort()

test('a start removes what no row refers to, and nothing else', async () => {
  const service = await startLoopbackService()
  service.onPost = ({ body }) => ({
    body:
      body.prompt === 'taken'
        ? { created: 1, data: [image()] }
        : { notes: 'so '.repeat(100_000), picture: image().b64_json },
  })
  const first = await openQueue()
  const connectionId = await connect(first, service.baseUrl)
  enqueue(first, connectionId, { mode: 'direct', prompt: 'taken' })
  await statesBecome(first, { saving: 1 })
  enqueue(first, connectionId, { mode: 'direct', prompt: 'unreadable' })
  await statesBecome(first, { saving: 1, uncertain: 1 })
  await first.stop()
  const kept = spooled(first)
  expect(kept).toHaveLength(3)
  for (const name of ['image-of-nobody.bin', 'answer-of-nobody.txt', '1-1.part'])
    writeFileSync(join(first.folder, 'spool', name), 'x')

  const second = await openQueue({ folder: first.folder })
  expect(spooled(second)).toEqual(kept)
  const [ready] = second.queue.readyItems(1)
  second.db.transaction(() => second.queue.itemSaved(ready?.jobId ?? '', 0, 'image-1'))
  await second.stop()

  const third = await openQueue({ folder: first.folder })
  expect(spooled(third)).toEqual(kept.filter((name) => !ready?.spoolFile?.endsWith(name)))
})

test('an image that a task shows again and again is one file, and none once it is saved', {
  timeout: 60_000,
}, async () => {
  const service = await startLoopbackService()
  const shown = image()
  service.onPoll = (id) => ({
    body: { task_id: id, status: 'running', data: [shown, { url: null, status: 'pending' }] },
  })
  const queue = await openQueue()
  enqueue(queue, await connect(queue, service.baseUrl, { fullBackground: true }), { n: 2 })
  await eventually(() => queue.queue.readyItems(1).length === 1, { what: 'the first image' })
  const polls = service.polls.length
  await eventually(() => service.polls.length > polls + 1, { what: 'further polls' })
  // Of a poll that is under way there is another for a moment.
  await eventually(() => spooled(queue).length === 1, { what: 'one file alone' })
  const [ready] = queue.queue.readyItems(1)
  queue.db.transaction(() => queue.queue.itemSaved(ready?.jobId ?? '', 0, 'image-1'))
  const before = service.polls.length
  await eventually(() => service.polls.length > before + 1, { what: 'polls after it was saved' })
  await eventually(() => spooled(queue).length === 0, { what: 'an empty spool' })
})
