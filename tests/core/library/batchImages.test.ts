import { describe, expect, test } from 'vitest'
import { migrations } from '../../../electron/core/db/migrations'
import { migrate } from '../../../electron/core/db/opening/migrate'
import { connect } from '../../../electron/core/db/sqlite'
import type { ListedImage } from '../../../electron/core/library/library'
import { galleryParts } from '../../support/galleryParts'
import { testDatabase } from '../../support/testDatabase'

const connection = `INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, page_url,
    full_background, idempotency_key, direct_slots, background_slots, polls_per_second, created_at)
  VALUES ('c', 'service', 'S', '', '', '[]', '', 0, 1, 1, 1, 1, 1)`

interface JobRow {
  readonly id: string
  readonly batch: string
  readonly retryOf?: string
  readonly row?: number
  readonly name?: string
}

function setUp() {
  const db = testDatabase()
  const parts = galleryParts(db)
  const { rows } = parts
  let made = 0
  db.run(connection)
  return {
    db,
    ...parts,
    async batchImages(batchId: string): Promise<readonly ListedImage[]> {
      const images: ListedImage[] = []
      const list = await parts.exported.ofBatch(batchId)
      for await (const image of list.images()) images.push(image)
      expect(images).toHaveLength(list.total)
      return images
    },
    job({ id, batch, retryOf, row, name }: JobRow) {
      db.run(
        "INSERT OR IGNORE INTO batches (id, connection_id, name, created_at, sendable_at) VALUES (:batch, 'c', '', 1, 1)",
        { batch },
      )
      db.run(
        `INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, retry_of, row, name,
           created_at)
         VALUES (:id, :batch, 'c', 1, 'direct', '{"model":"m","prompt":"p"}', 1, 'done', :retryOf, :row, :name, 1)`,
        { id, batch, retryOf: retryOf ?? null, row: row ?? null, name: name ?? null },
      )
    },
    image(jobId: string, prompt: string, index = 0, of = 1): string {
      const id = `image ${++made}`
      rows.insert(
        {
          id,
          jobId,
          index,
          of,
          format: 'jpeg',
          width: 2,
          height: 1,
          decoded: true,
          placeholder: null,
          bytes: 1,
          sha256: '',
          asked: { model: 'm', prompt, mode: 'direct' },
          revisedPrompt: null,
          connectionId: 'c',
          connectionName: 'S',
          taskId: null,
          brought: null,
          tookMs: null,
          createdAt: made * 1000,
        },
        `${id}.jpg`,
      )
      return id
    },
  }
}

describe('the images of a batch', () => {
  test('are found alone, each request’s in order, and can be searched', async () => {
    const { ids, lists, hide, job, image } = setUp()
    job({ id: 'one', batch: 'a' })
    job({ id: 'two', batch: 'b' })
    const images = ['a fern', 'a moss', 'a fern at night'].map((prompt, at) =>
      image(at === 1 ? 'two' : 'one', prompt, at, 3),
    )
    image('lost job', 'a fern')
    const query = { text: '', batchId: 'a' }
    expect(await ids(query)).toEqual([images[0], images[2]])
    expect(await ids({ text: 'night', batchId: 'a' })).toEqual([images[2]])
    expect(await lists.outline(query)).toMatchObject({ total: 2, libraryTotal: 4, days: [{ count: 2 }] })
    expect((await lists.outline({ text: '' })).total).toBe(4)
    expect((await lists.outline({ text: '', batchId: 'gone' })).total).toBe(0)
    hide(images[0] ?? '')
    expect((await lists.outline(query)).total).toBe(1)
  })

  test('that were saved before batches were recorded with them are found too', () => {
    const old = connect(':memory:')
    migrate(old, migrations, 2)
    old.exec(`${connection};
      INSERT INTO batches (id, connection_id, name, created_at) VALUES ('a', 'c', '', 1);
      INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, created_at)
      VALUES ('one', 'a', 'c', 1, 'direct', '{"model":"m","prompt":"p"}', 1, 'done', 1);
      INSERT INTO images (id, job_id, position, of, file, format, width, height, ratio, bytes, sha256, prompt, model,
        mode, asked_json, connection_id, connection_name, created_at)
      VALUES ('image', 'one', 0, 1, 'a.png', 'png', 1, 1, 128, 1, '', 'p', 'm', 'direct', '{}', 'c', 'S', 7)`)
    migrate(old, migrations)
    expect(old.prepare('SELECT batch_id FROM images').all()).toMatchObject([{ batch_id: 'a' }])
  })

  test('are exported by number, in job order, a retry in the place of the job it replaces', async () => {
    const { batchImages, hide, job, image } = setUp()
    for (const id of ['one', 'two', 'three']) job({ id, batch: 'a' })
    job({ id: 'two again', batch: 'a', retryOf: 'two' })
    job({ id: 'and again', batch: 'a', retryOf: 'two again' })
    job({ id: 'other', batch: 'b' })
    const third = image('three', 'C')
    const again = [image('and again', 'B at 1:00', 0, 2), image('and again', 'B at 1:00', 1, 2)]
    const first = image('one', 'A')
    image('other', 'D')
    expect(await batchImages('a')).toEqual([
      { imageId: first, name: '001-a.jpg' },
      { imageId: again[0], name: '002-b-at-1-00-1.jpg' },
      { imageId: again[1], name: '002-b-at-1-00-2.jpg' },
      { imageId: third, name: '003-c.jpg' },
    ])
    hide(first)
    expect(await batchImages('a')).toHaveLength(3)
    expect(await batchImages('gone')).toEqual([])
  })

  test('have the table row and the user’s name in their names, with as many digits as needed', async () => {
    const { batchImages, job, image } = setUp()
    job({ id: 'late', batch: 'a', row: 1200, name: 'Cover' })
    job({ id: 'early', batch: 'a', row: 7 })
    const cover = image('late', 'A')
    const early = image('early', 'B')
    expect(await batchImages('a')).toEqual([
      { imageId: early, name: '0007-b.jpg' },
      { imageId: cover, name: '1200-cover.jpg' },
    ])
  })
})
