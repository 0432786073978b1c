import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../support/call'
import { type CoreProgram, coreProgram } from '../../support/coreProgram'
import { eventually } from '../../support/eventually'
import { startKillableCore } from '../../support/killableCore'
import { pngFile } from '../../support/pngFile'
import { temporaryFolder } from '../../support/temporaryFolder'
import { httpService } from '../service/serviceHarness'

/** Noise, so that it stays large when compressed: 400 rows of a filter byte and 400 RGB pixels. */
function noise(): Buffer {
  const rows = Buffer.concat(
    Array.from({ length: 400 }, () => Buffer.concat([Buffer.alloc(1), randomBytes(3 * 400)])),
  )
  return pngFile({ edge: 400, colour: [8, 2], rows })
}

const partBytes = 100_000

describe('a core that is killed during a download', () => {
  let program: CoreProgram
  beforeAll(async () => {
    program = await coreProgram('tests/support/coreProcess.ts')
  })

  /** A service whose image stops halfway while `stuck` is set. */
  async function startService() {
    const state = { image: noise(), etag: '"one"', stuck: true }
    const service = await httpService((_, response, { method, url, headers }) => {
      if (method === 'POST') return void response.end(JSON.stringify({ data: [{ url: '/files/1.png' }] }))
      if (url === '/files/1.png') serveImage(response, headers.range, headers['if-range'])
    })

    function serveImage(response: ServerResponse, range: string | undefined, ifRange: unknown): void {
      const { image, etag, stuck } = state
      const start = ifRange === etag ? Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0) : 0
      const part = { 'content-range': `bytes ${start}-${image.length - 1}/${image.length}` }
      response.writeHead(start > 0 ? 206 : 200, {
        'content-type': 'image/png',
        'content-length': image.length - start,
        etag,
        ...(start > 0 ? part : {}),
      })
      if (stuck) response.write(image.subarray(0, partBytes))
      else response.end(image.subarray(start))
    }

    return {
      ...service,
      state,
      ranges: () => service.received.filter(({ method }) => method === 'GET').map((one) => one.headers.range),
      posts: () => service.received.filter(({ method }) => method === 'POST').length,
    }
  }

  async function killInTheMiddle(baseUrl: string, folder: string): Promise<void> {
    const { call, kill } = await startKillableCore(program, folder, { taskMs: 300, slots: 2 })
    const typed = { ...connectionDefaults, models: [], name: 'Studio', baseUrl }
    const { id } = await call('connections.save', { id: null, draft: typed, apiKey: 'sk-live-1234567890' })
    const draft = { prompt: 'a boat', model: 'm', size: '', n: 1, mode: 'direct' as const, image: [] }
    await call('jobs.enqueue', { connectionId: id, draft, first: false })
    const { running } = await eventually(
      async () => {
        const overview = await call('queue.overview', { limit: 1 })
        return overview.running[0]?.state === 'saving' ? overview : null
      },
      { what: 'a download' },
    )
    const part = join(folder, 'library/.cyanotype/incoming', `${running[0]?.id}-1.part`)
    await eventually(async () => (await readFile(part)).length === partBytes, { what: 'a part on disk' })
    await kill()
  }

  async function imageOf(call: Call, folder: string): Promise<Buffer> {
    const { rows } = await eventually(
      async () => {
        const page = await call('gallery.page', { text: '', offset: 0, limit: 10 })
        return page.rows.length === 1 ? page : null
      },
      { what: 'the image' },
    )
    const { file } = await call('images.details', { id: rows[0]?.id ?? '' })
    return readFile(join(folder, 'library', file))
  }

  test('goes on with it in the next run, byte for byte, and requests only the rest', async () => {
    const service = await startService()
    const folder = temporaryFolder()
    await killInTheMiddle(service.baseUrl, folder)
    service.state.stuck = false
    const { call } = await startKillableCore(program, folder, { taskMs: 300, slots: 2 })
    expect((await imageOf(call, folder)).equals(service.state.image)).toBe(true)
    expect(service.ranges()).toEqual([undefined, `bytes=${partBytes}-`])
    expect(service.posts()).toBe(1)
  })

  test('starts over if the service has other bytes by then', async () => {
    const service = await startService()
    const folder = temporaryFolder()
    await killInTheMiddle(service.baseUrl, folder)
    Object.assign(service.state, { image: noise(), etag: '"two"', stuck: false })
    const { call } = await startKillableCore(program, folder, { taskMs: 300, slots: 2 })
    expect((await imageOf(call, folder)).equals(service.state.image)).toBe(true)
    expect(service.ranges()).toEqual([undefined, `bytes=${partBytes}-`])
    expect(service.posts()).toBe(1)
  })
})
