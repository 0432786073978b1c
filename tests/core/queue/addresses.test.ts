import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { type Bench, openBench, pass, runOne, say, shown } from './bench'
import { deliverReady } from './queueHarness'

const second = 1000
const minute = 60 * second

describe('two addresses that differ in only one parameter', () => {
  /** A task that showed an image, which was saved, and then one under the other address only. */
  async function shownInTurn(before: string, after: string): Promise<Bench> {
    const bench = await openBench()
    await runOne(bench)
    const told = (query: string) => [{ url: `https://files.test/image.png?${query}`, status: 'completed' }]
    say(bench, { status: 'pending', data: told(before) })
    await pass(bench, 10 * second)
    expect(deliverReady(bench)).toBe(1)
    say(bench, { status: 'completed', data: told(after) })
    await pass(bench, minute)
    return bench
  }

  test.each([
    'hash',
    'md5',
    'sha256',
    'v',
    'id',
    'file',
    'name',
    'key',
    'token',
    't',
    'ts',
    'time',
    'nonce',
    'auth',
    'verify',
    'se',
    'st',
  ])('are both fetched where it is %s, for only the bytes tell whether they are one', async (name) => {
    const bench = await shownInTurn(`${name}=A`, `${name}=B`)
    expect(bench.queue.readyItems(9)).toMatchObject([{ again: true, url: expect.stringMatching(/=B$/) }])
  })

  test.each([
    ['X-Amz-Signature=A&X-Amz-Date=1', 'X-Amz-Signature=B&X-Amz-Date=2'],
    ['Expires=1&Signature=A&Key-Pair-Id=K', 'Expires=2&Signature=B&Key-Pair-Id=K'],
    ['Expires=1&Signature=A&AWSAccessKeyId=K', 'Expires=2&Signature=B&AWSAccessKeyId=L'],
    ['sv=2024&st=1&se=2&sr=b&sp=r&sig=A', 'sv=2024&st=2&se=3&sr=b&sp=r&sig=B'],
    ['X-Goog-Signature=A&X-Goog-Date=1', 'X-Goog-Signature=B&X-Goog-Date=2'],
    ['OSSAccessKeyId=A&Expires=1&Signature=A', 'OSSAccessKeyId=B&Expires=2&Signature=B'],
    ['x-expires=1&x-signature=A', 'x-expires=2&x-signature=B'],
    ['q-sign-algorithm=sha1&q-ak=K&q-signature=A', 'q-sign-algorithm=sha1&q-ak=L&q-signature=B'],
    ['sign=A&t=1', 'sign=B&t=2'],
    ['auth_key=1-0-0-A', 'auth_key=2-0-0-B'],
  ])('count as one where it only signs them: %s', async (before, after) => {
    const bench = await shownInTurn(before, after)
    expect(bench.queue.readyItems(9)).toEqual([])
  })
})

test('images whose addresses expired get the fresh ones, matched by a parameter that may be a signature', async () => {
  const bench = await openBench()
  const id = await runOne(bench, { n: 2 }, { fullBackground: true })
  const told = (token: string) => ['1', '2'].map((name) => shown(name, { url: url(name, token) }))
  const url = (name: string, token: string) => `https://files.test/${name}.png?token=${token}`
  say(bench, { status: 'completed', data: told('old') })
  await pass(bench, 10 * second)
  for (const { jobId, index } of bench.queue.readyItems(9))
    bench.queue.itemSetBack(jobId, index, { kind: 'expired', error: appError('imageExpired') })
  say(bench, { status: 'completed', data: told('new') })
  await pass(bench, minute)
  expect(bench.queue.readyItems(9)).toMatchObject([{ url: url('1', 'new') }, { url: url('2', 'new') }])
  expect(deliverReady(bench)).toBe(2)
  expect(bench.queue.find(id)).toMatchObject({ state: 'done', saved: 2, images: 2, error: null })
})
