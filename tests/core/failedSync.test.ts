import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connectionDefaults } from '@shared/model/connection'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually'
import { hurriedClock } from '../support/fakeClock'
import { pngFile } from '../support/pngFile'
import { refuseOpens } from '../support/refusedOpens'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { httpService } from './service/serviceHarness'

/** Noise, so that it is too large for a row: 100 rows of a filter byte and 100 RGB pixels. */
const picture = pngFile({
  edge: 100,
  colour: [8, 2],
  rows: Buffer.concat(Array.from({ length: 100 }, () => Buffer.concat([Buffer.alloc(1), randomBytes(300)]))),
})

test('a paid image whose file was not yet durable when the app ended is on disk after the next start', async () => {
  const service = await httpService((_, response) =>
    response.end(JSON.stringify({ created: 1, data: [{ b64_json: picture.toString('base64') }] })),
  )
  const folder = temporaryFolder()
  const refused = refuseOpens((path, flags) => flags === 'r' && path.endsWith('/spool'))
  // What can't be synced keeps the end waiting, up to a limit.
  const first = await startCore(folder, { clock: hurriedClock })
  const draft = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: service.baseUrl }
  const { id } = await first.call('connections.save', { id: null, draft, apiKey: 'sk-1' })
  const request = { prompt: 'a boat', model: 'm', size: '', n: 1, mode: 'direct' as const, image: [] }
  await first.call('jobs.enqueue', { connectionId: id, draft: request, first: false })
  await eventually(() => refused.count() > 1, { what: 'a second try' })
  await first.core.stop()
  refused.allow()

  const { core, call } = await startCore(folder)
  const [row] = await eventually(async () => {
    const { rows } = await call('gallery.page', { text: '', offset: 0, limit: 5 })
    return rows.length === 1 && rows
  })
  const file = await core.images.pictureFile(row?.id ?? '')
  expect(await readFile(file ?? '')).toEqual(picture)
  expect(service.received.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
