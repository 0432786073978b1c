import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { bytesOf, startDemo } from './demoHarness'

const small = { size: '256x256' }

describe('result files', () => {
  test('are served in parts, with an ETag that shows whether the part still fits', async () => {
    const demo = await startDemo()
    const { data } = await demo.generate('Paper crane', small)
    const url = data[0]?.url ?? ''
    const whole = await bytesOf(url)
    const etag = (await fetch(url)).headers.get('etag') ?? ''
    const part = await fetch(url, { headers: { range: 'bytes=100-', 'if-range': etag } })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 100-${whole.length - 1}/${whole.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100))).toBe(true)
    const last = await fetch(url, { headers: { range: 'bytes=-10' } })
    expect(Buffer.from(await last.arrayBuffer()).equals(whole.subarray(-10))).toBe(true)
    const changed = await fetch(url, { headers: { range: 'bytes=100-', 'if-range': '"other"' } })
    expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, whole.length])
    expect((await fetch(url, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416)
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test('expire when told to, and a poll gives a fresh URL', async () => {
    const demo = await startDemo({ urlLifetimeMs: 400 })
    const { task_id } = await demo.submit('Paper crane', small)
    const url = (await demo.ended(task_id)).data[0]?.url ?? ''
    const bytes = await bytesOf(url)
    const expired = await eventually(async () => {
      const answer = await fetch(url)
      return answer.status === 403 ? answer.json() : null
    })
    expect(expired).toMatchObject({ error: { code: 'link_expired' } })
    const fresh = (await demo.poll(task_id)).data[0]?.url
    expect((await bytesOf(fresh)).equals(bytes)).toBe(true)
    expect((await fetch(url.replace(/expires=\d+/, 'expires=9999999999999'))).status).toBe(403)
  })

  test('have the same bytes for the same requests and seed, and different bytes for another seed', async () => {
    const draw = async (seed: number) => {
      const demo = await startDemo({ seed, taskMs: 0 })
      const first = await demo.generate('Paper crane', { ...small, n: 2 })
      const second = await demo.generate('Paper crane', small)
      const files = await Promise.all([...first.data, ...second.data].map(({ url }) => bytesOf(url)))
      return {
        words: [...first.data, ...second.data].map(({ revised_prompt }) => revised_prompt),
        files: files.map((bytes) => bytes.toString('base64')),
      }
    }
    const one = await draw(7)
    expect(await draw(7)).toEqual(one)
    expect((await draw(8)).files).not.toEqual(one.files)
    expect(new Set(one.files).size).toBe(3)
  })
})
