import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connectionDefaults } from '@shared/model/connection'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually'
import { pngFile } from '../support/pngFile'
import { forgetAtSync } from '../support/refusedOpens'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { httpService } from './service/serviceHarness'

/** Noise, so that it is too large for a row: 100 rows of a filter byte and 100 RGB pixels. */
const picture = pngFile({
  edge: 100,
  colour: [8, 2],
  rows: Buffer.concat(Array.from({ length: 100 }, () => Buffer.concat([Buffer.alloc(1), randomBytes(300)]))),
})

const answered = { b64_json: picture.toString('base64') }

test.each([
  ['that comes in the answer', 'forgot it', answered, /\.part$/, false],
  ['that is downloaded', 'forgot it', { url: '/image.png' }, /incoming.*\.part$/, false],
  ['that comes in the answer', 'forgot it and could not read it', answered, /\.part$/, true],
  ['that is downloaded', 'forgot it and could not read it', { url: '/image.png' }, /incoming.*\.part$/, true],
] as const)(
  'an image %s is durable though the disk %s at the first fsyncs',
  async (_, _how, image, files, unreadable) => {
    const service = await httpService((_, response, { url }) =>
      response.end(url.endsWith('.png') ? picture : JSON.stringify({ created: 1, data: [image] })),
    )
    const disk = forgetAtSync((path) => files.test(path), 2, { unreadable })
    const { core, call } = await startCore(temporaryFolder())
    const draft = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: service.baseUrl }
    const { id } = await call('connections.save', { id: null, draft, apiKey: 'sk-1' })
    const request = { prompt: 'a boat', model: 'm', size: '', n: 1, mode: 'direct' as const, image: [] }
    await call('jobs.enqueue', { connectionId: id, draft: request, first: false })
    const [row] = await eventually(async () => {
      const { rows } = await call('gallery.page', { text: '', offset: 0, limit: 5 })
      return rows.length === 1 && rows
    })
    const file = await core.images.pictureFile(row?.id ?? '')
    expect(await readFile(file ?? '')).toEqual(picture)
    expect(disk.count()).toBe(2)
    expect(disk.lost()).toEqual([])
    expect(service.received.filter(({ method }) => method === 'POST')).toHaveLength(1)
  },
)
