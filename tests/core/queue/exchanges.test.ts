import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { failureCode } from '../../support/failureCode'
import { temporaryFolder } from '../../support/temporaryFolder'
import { startLoopbackService } from './loopbackService'
import { allJobs, connect, deliverReady, enqueue, only, openQueue, statesBecome } from './queueHarness'

async function openOn(...[options]: Parameters<typeof openQueue>) {
  const service = await startLoopbackService()
  const harness = await openQueue(options)
  const connection = await connect(harness, service.baseUrl)
  const { exchanges } = harness.queue
  const send = (prompt = 'a fern') => void enqueue(harness, connection, { mode: 'direct', prompt })
  const read = (number: number | null = null) => exchanges.read({ id: only(allJobs(harness)).id, number })
  return { service, harness, exchanges, send, read }
}

test('each attempt has its own answer, newest first', async () => {
  const { service, harness, send, read } = await openOn()
  const answer = service.onPost
  service.onPost = (post, count) =>
    count === 1
      ? { status: 429, headers: { 'retry-after': '0' }, body: { error: 'later' } }
      : answer(post, count)
  send()
  await statesBecome(harness, { saving: 1 })
  const newest = await read()
  expect(newest).toMatchObject({
    attemptCount: 2,
    number: 2,
    attempts: [
      { number: 2, outcome: 'accepted', error: null },
      { number: 1, outcome: 'limited', error: { code: 'rateLimited' } },
    ],
    answer: { kind: 'kept', status: 200 },
  })
  const first = await read(1)
  expect(first).toMatchObject({ number: 1, answer: { status: 429, text: '{"error":"later"}' } })
  expect(first?.request).toEqual(newest?.request)
  expect(await read(3)).toBeNull()
})

test('a request without an answer says so', async () => {
  const { service, harness, send, read } = await openOn()
  service.onPost = () => 'reset'
  send()
  await statesBecome(harness, { uncertain: 1 })
  expect(await read()).toMatchObject({
    attempts: [{ outcome: 'uncertain', error: { code: 'connectionLost' } }],
    answer: { kind: 'none' },
  })
})

test('an open request is shown before its answer', async () => {
  const { service, harness, send, read } = await openOn()
  service.onPost = () => 'hang'
  send()
  await statesBecome(harness, { sending: 1 })
  expect(await read()).toMatchObject({ attempts: [{ outcome: null }], answer: { kind: 'none' } })
})

test('what was never sent has nothing to show', async () => {
  const { harness, send, read } = await openOn()
  harness.queue.pause()
  send()
  expect(await read()).toBeNull()
})

test('a large answer whose file was removed is gone, and the request stays', async () => {
  const { service, harness, send, read } = await openOn()
  service.onPost = () => ({ body: `<p>${'words '.repeat(100_000)}` })
  send()
  await statesBecome(harness, { uncertain: 1 })
  const spool = join(harness.folder, 'spool')
  for (const name of readdirSync(spool)) rmSync(join(spool, name))
  expect(await read()).toMatchObject({ request: { isCut: false }, answer: { kind: 'gone' } })
})

test('a large answer is shown after the profile was moved', async () => {
  const { service, harness, send } = await openOn()
  service.onPost = () => ({ body: `<p>${'words '.repeat(100_000)}` })
  send()
  await statesBecome(harness, { uncertain: 1 })
  await harness.stop()
  const folder = join(temporaryFolder(), 'moved')
  renameSync(harness.folder, folder)
  const { queue, ...moved } = await openQueue({ folder })
  const { id } = only(allJobs({ queue, ...moved }))
  expect(await queue.exchanges.read({ id, number: null })).toMatchObject({ answer: { kind: 'kept' } })
})

test.each([
  ['bytes that aren’t text', "CAST(X'7B22FF' AS TEXT)"],
  ['half of its JSON', `'{"kind":"answered","answer":{'`],
])('an answer that damage left as %s is gone, and ends nothing', async (_, damaged) => {
  const { harness, send, read } = await openOn()
  send()
  await statesBecome(harness, { saving: 1 })
  harness.db.run(`UPDATE attempts SET exchange_json = ${damaged}`)
  expect(await read()).toMatchObject({ number: 1, answer: { kind: 'gone' } })
})

test('no place is taught in an answer that isn’t text, and what it left is tidied without it', async () => {
  const { service, harness, send } = await openOn()
  service.onPost = () => ({ body: { created: 1, data: [{ url: 'https://files.test/1.png' }] } })
  send()
  await statesBecome(harness, { saving: 1 })
  // It still begins as one that is kept.
  const damaged = `CAST(X'${Buffer.from('{"kind":"answered",').toString('hex')}FF' AS TEXT)`
  harness.db.run(`UPDATE attempts SET exchange_json = ${damaged}, polled_json = CAST(X'7B22FF' AS TEXT)`)
  const { id } = only(allJobs(harness))
  const pointing = { id, number: null, polled: false, path: ['data', 0, 'url'], role: 'image' } as const
  expect(await failureCode(harness.queue.teach(pointing))).toBe('placeAbsent')
  deliverReady(harness)
  await statesBecome(harness, { done: 1 })
  await harness.queue.releaseAnswers(id)
  expect(only(allJobs(harness))).toMatchObject({ saved: 1, error: null })
})

test('a request to the demo service names the address it has now', async () => {
  const harness = await openQueue()
  const demo = await harness.connections.useDemo()
  enqueue(harness, demo)
  const [job] = allJobs(harness)
  const { exchanges } = harness.queue
  const { request } = await eventually(() => exchanges.read({ id: job?.id ?? '', number: 1 }))
  expect(request.url).toBe('http://127.0.0.1:1/api/v1/images/generations')
})
