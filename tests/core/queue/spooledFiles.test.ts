import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { noteStatements } from '../../support/statements'
import { listen } from '../service/serviceHarness'
import { startLoopbackService } from './loopbackService'
import { allJobs, connect, deliverReady, enqueue, only, openQueue, statesBecome } from './queueHarness'

const image = (bytes = 50_000) => ({ b64_json: randomBytes(bytes).toString('base64') })
const spooled = ({ folder }: { readonly folder: string }) => readdirSync(join(folder, 'spool')).sort()

test('a start removes what no row needs any more, what is unknown only after a year, and nothing else', async () => {
  const service = await startLoopbackService()
  service.onPost = ({ body }) => ({
    body:
      body.prompt === 'taken'
        ? { created: 1, data: [image()] }
        : { notes: 'so '.repeat(100_000), preview: image().b64_json },
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
  const plant = (name: string) => {
    writeFileSync(join(first.folder, 'spool', name), 'x')
    return join(first.folder, 'spool', name)
  }
  for (const name of ['image-of-nobody.bin', 'answer-of-nobody.txt']) utimesSync(plant(name), 0, 0)
  plant('1-1.part')
  const unknown = plant('image-unknown.bin')

  const second = await openQueue({ folder: first.folder })
  expect(spooled(second)).toEqual([...kept, 'image-unknown.bin'].sort())
  utimesSync(unknown, 0, 0)
  const [ready] = second.queue.readyItems(1)
  second.db.transaction(() => second.queue.itemSaved(ready?.jobId ?? '', 0, 'image-1'))
  await second.stop()

  const third = await openQueue({ folder: first.folder })
  expect(spooled(third)).toEqual(kept.filter((name) => !ready?.spoolFile?.endsWith(name)))
})

test('an image that a task shows again and again is one file, and none once it is saved', async () => {
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
  // While a poll is under way there is briefly another.
  await eventually(() => spooled(queue).length === 1, { what: 'one file alone' })
  const [ready] = queue.queue.readyItems(1)
  queue.db.transaction(() => queue.queue.itemSaved(ready?.jobId ?? '', 0, 'image-1'))
  const before = service.polls.length
  await eventually(() => service.polls.length > before + 1, { what: 'polls after it was saved' })
  await eventually(() => spooled(queue).length === 0, { what: 'an empty spool' })
})

describe('an app that ends partway through an answer', () => {
  /** A service whose answers begin with these texts and never end. */
  async function unending(answer: (method: string) => string | readonly [string]) {
    const open: ServerResponse[] = []
    const server = createServer((request, response) => {
      request.resume()
      const said = answer(request.method ?? '')
      response.writeHead(200, { 'content-type': 'application/json' })
      if (typeof said === 'string') return response.end(said)
      response.write(said[0])
      return open.push(response)
    })
    return { baseUrl: `http://127.0.0.1:${await listen(server)}`, open }
  }

  test('keeps the complete images of a paid one, and accepts the job as done with them', async () => {
    const whole = image()
    const text = JSON.stringify({ created: 1, data: [whole, image()] }).slice(0, -20_000)
    const { baseUrl, open } = await unending(() => [text])
    const first = await openQueue()
    enqueue(first, await connect(first, baseUrl), { mode: 'direct', n: 2 })
    await eventually(() => open.length === 1 && spooled(first).some((name) => name.endsWith('.bin')), {
      what: 'the first image',
    })
    await first.stop()

    const second = await openQueue({ folder: first.folder })
    await statesBecome(second, { saving: 1 })
    const ready = only(second.queue.readyItems(10))
    expect(readFileSync(ready.spoolFile ?? '').toString('base64')).toBe(whole.b64_json)
  })

  test('keeps what an earlier poll brought and a later one brings again', async () => {
    const told = JSON.stringify({ task_id: 't', status: 'running', data: [image(), { url: null }] })
    let isCut = false
    const { baseUrl, open } = await unending((method) => {
      if (method === 'POST') return JSON.stringify({ task_id: 't', status: 'pending' })
      return isCut ? [told.slice(0, -2)] : told
    })
    const first = await openQueue()
    enqueue(first, await connect(first, baseUrl, { fullBackground: true }), { n: 2 })
    await eventually(() => first.queue.readyItems(10).length === 1, { what: 'the first image' })
    isCut = true
    const renamed = () => spooled(first).filter((name) => name.endsWith('.bin'))
    await eventually(() => open.length === 1 && !spooled(first).some((name) => name.endsWith('.part')), {
      what: 'the same image once more',
    })
    expect(renamed()).toHaveLength(1)
    await first.stop()

    const second = await openQueue({ folder: first.folder })
    expect(allJobs(second)).toMatchObject([{ state: 'running' }])
    expect(readFileSync(only(second.queue.readyItems(10)).spoolFile ?? '')).toHaveLength(50_000)
  })
})

test('a poll whose answer breaks off after an image brings that image, and does not end its task', async () => {
  const told = JSON.stringify({ task_id: 't', status: 'completed', data: [image(), image()] })
  const cut: ServerResponse[] = []
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' })
    if (request.method === 'POST') return response.end(JSON.stringify({ task_id: 't', status: 'pending' }))
    if (cut.length > 0) return response.end(told)
    // Halfway through its second image.
    response.write(told.slice(0, -20_000))
    return cut.push(response)
  })
  const queue = await openQueue()
  enqueue(queue, await connect(queue, `http://127.0.0.1:${await listen(server)}`))
  await eventually(() => cut.length === 1 && spooled(queue).some((name) => name.endsWith('.bin')), {
    what: 'the file of the first image',
  })
  cut[0]?.destroy()
  await eventually(() => queue.queue.readyItems(10).length === 2, { what: 'both images' })
  deliverReady(queue)
  expect(allJobs(queue)).toMatchObject([{ state: 'done', saved: 2, error: null, attention: null }])
})

test('a start looks up the jobs of kept answers one by one, never through all that are done', async () => {
  const { db, queue, service } = await openQueue({ started: false })
  let plans: readonly string[] = []
  const { sweep } = service
  service.sweep = async (needed) => {
    const { statements } = await noteStatements(db, () => needed(['1-answer.txt']))
    plans = statements
      .filter((sql) => sql.includes('request_json'))
      .flatMap((sql) =>
        db.all<{ detail: string }>(
          `EXPLAIN QUERY PLAN ${sql}`,
          sql.includes(':jobIds') ? { jobIds: '[]' } : {},
        ),
      )
      .flatMap(({ detail }) => (/ jobs\b/.test(detail) ? detail : []))
    return sweep(needed)
  }
  await queue.start()
  expect(plans).toHaveLength(2)
  for (const plan of plans) expect(plan).toMatch(/^SEARCH jobs USING .*\(id=\?\)$/)
})
