import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { pngFile } from '../../support/pngFile'
import { startCore } from '../../support/runningCore'
import { mountSmallDisk } from '../../support/smallDisk'
import { temporaryFolder } from '../../support/temporaryFolder'
import { httpService } from '../service/serviceHarness'

const megabyte = 1024 * 1024

/** Three megabytes of noise: 1000 rows of a filter byte and 1000 RGB pixels. */
function noise(): Buffer {
  const rows = Array.from({ length: 1000 }, () => Buffer.concat([Buffer.alloc(1), randomBytes(3000)]))
  return pngFile({ edge: 1000, colour: [8, 2], rows: Buffer.concat(rows) })
}

test('a disk that fills up during a download is reported and holds paid requests; both go on once there is room', async ({
  skip,
}) => {
  const folder = temporaryFolder()
  const library = join(folder, 'library')
  await mkdir(library)
  const disk = mountSmallDisk(library, 64)
  if ('refused' in disk) {
    console.log(`No disk to fill: ${disk.refused}`)
    return skip(disk.refused)
  }
  onTestFinished(disk.unmount)
  await disk.fill(megabyte)

  const image = noise()
  const service = await httpService((_, response, { method, headers }) => {
    if (method === 'POST') return void response.end(JSON.stringify({ data: [{ url: '/files/1.png' }] }))
    const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    const part = { 'content-range': `bytes ${start}-${image.length - 1}/${image.length}` }
    response.writeHead(start > 0 ? 206 : 200, { etag: '"one"', ...(start > 0 ? part : {}) })
    response.end(image.subarray(start))
  })
  const sent = (wanted: string) => service.received.filter(({ method }) => method === wanted)
  const { call } = await startCore(folder)
  const typed = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: service.baseUrl }
  const { id } = await call('connections.save', { id: null, draft: typed, apiKey: 'sk-live-1234567890' })
  const draft = { prompt: 'a boat', model: 'm', size: '', n: 1, mode: 'direct' as const, image: [] }
  const enqueue = () => call('jobs.enqueue', { connectionId: id, draft, first: false })
  const notices = async () => (await call('app.snapshot', null)).notices

  await enqueue()
  await eventually(async () => (await notices()).some(({ error }) => error.code === 'diskLow'), {
    what: 'a full disk that is told of',
  })
  const incoming = join(library, '.cyanotype/incoming')
  const part = (await readdir(incoming)).find((name) => name.endsWith('.part')) ?? ''
  const { size } = await stat(join(incoming, part))
  expect(size).toBeGreaterThan(0)
  await enqueue()
  const held = await call('queue.overview', { limit: 10 })
  expect(held.counts).toMatchObject({ waiting: 1, running: 1 })
  expect(sent('POST')).toHaveLength(1)

  await disk.clear()
  const { rows } = await eventually(
    async () => {
      const page = await call('gallery.page', { text: '', offset: 0, limit: 10 })
      return page.rows.length === 2 ? page : null
    },
    { what: 'both images' },
  )
  for (const row of rows) {
    const { file } = await call('images.details', { id: row.id })
    expect((await readFile(join(library, file))).equals(image)).toBe(true)
  }
  expect((await notices()).filter(({ id }) => !id.startsWith('learned'))).toEqual([])
  expect(sent('POST')).toHaveLength(2)
  expect(sent('GET').map(({ headers }) => headers.range)).toContain(`bytes=${size}-`)
})
