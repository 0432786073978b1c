import { byteRatio } from '@shared/model/image'
import { bitsOf, bitsText } from '@shared/model/numberBits'
import { describe, expect, test } from 'vitest'
import { migrations } from '../../../electron/core/db/migrations'
import { migrate } from '../../../electron/core/db/opening/migrate'
import { connect } from '../../../electron/core/db/sqlite'
import { newId } from '../../../electron/core/ids'
import type { NewImage } from '../../../electron/core/library/library'
import { galleryParts } from '../../support/galleryParts'
import { testDatabase } from '../../support/testDatabase'

const noon = new Date(2026, 2, 1, 12).getTime()

function setUp(revision?: () => number) {
  const db = testDatabase()
  const parts = galleryParts(db, revision)
  const { rows, lists } = parts
  let made = 0
  return {
    ...parts,
    db,
    /** The parts of the text index, which are read one after the other and merged now and then. */
    segments: () =>
      db.get<{ count: number }>('SELECT count(DISTINCT segid) AS count FROM images_text_idx')?.count,
    damageIndex: () => db.run('DROP TABLE images_text_docsize'),
    add(prompt: string, over: Partial<NewImage> = {}) {
      const createdAt = noon + made++ * 1000
      const image: NewImage = {
        id: newId(createdAt),
        jobId: newId(createdAt),
        index: 0,
        of: 1,
        format: 'png',
        width: 1024,
        height: 1024,
        decoded: true,
        placeholder: null,
        bytes: 1,
        sha256: '',
        asked: { model: 'aurora-2', prompt, mode: 'background' },
        revisedPrompt: null,
        connectionId: 'c',
        connectionName: 'Studio',
        taskId: null,
        tookMs: null,
        createdAt,
        ...over,
      }
      rows.insert(image, `2026/2026-03-01/${image.id}.png`)
      return image.id
    },
    found: async (text: string) => (await lists.page({ text }, 0, 100)).rows.map(({ prompt }) => prompt),
    /** What is found before and after all is indexed. */
    async foundTwice(text: string) {
      const lookUp = async () => {
        const fresh = galleryParts(db)
        const { total } = await fresh.lists.outline({ text })
        return { total, prompts: (await fresh.lists.page({ text }, 0, 100)).rows.map(({ prompt }) => prompt) }
      }
      const unindexed = await lookUp()
      await parts.catchUp()
      return [unindexed, await lookUp()]
    },
  }
}

test('the text index is merged with each change, not with many at once', async () => {
  const { add, rows, segments, catchUp } = setUp()
  const ids: string[] = []
  for (let at = 0; at < 15; at++) {
    ids.push(add(`lighthouse ${at}`))
    await catchUp()
  }
  expect(segments()).toBeLessThan(8)
  for (const id of ids.slice(1)) rows.remove(id)
  expect(segments()).toBeLessThan(8)
})

test('few images are searched without being indexed, many are indexed', async () => {
  const { add, segments, catchUp, found } = setUp()
  for (let at = 0; at < 31; at++) add(`lighthouse ${at}`)
  await catchUp({ isAll: false })
  expect(segments()).toBe(0)
  expect(await found('house')).toHaveLength(31)
  add('lighthouse 31')
  await catchUp({ isAll: false })
  expect(segments()).toBeGreaterThan(0)
  expect(await found('house')).toHaveLength(32)
})

test('selected images cost what a list of them does, named by id or by number', async () => {
  const { db, add, lists } = setUp()
  const ids = [add('a fern'), add('a fern'), add('a chair')]
  db.run(`INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, page_url, full_background,
      idempotency_key, direct_slots, background_slots, polls_per_second, created_at)
    VALUES ('c', 'service', 'Studio', '', '', '[]', '', 0, 1, 1, 1, 1, 1)`)
  db.run("INSERT INTO batches (id, connection_id, name, created_at, sendable_at) VALUES ('b', 'c', '', 1, 1)")
  db.run(`INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, billed,
      created_at, ended_at)
    SELECT job_id, 'b', 'c', 1, 'direct', '{"model":"m","prompt":"p"}', 1, 'done', 'yes', 1, 2 FROM images`)
  db.run(`INSERT INTO attempts (id, job_id, number, origin, path_prefix, price, started_at, outcome)
    SELECT job_id, job_id, 1, '', '', number, 1, 'accepted' FROM images`)
  const { total } = await lists.costs({ text: 'fern' })
  expect(total).toMatchObject([{ connectionId: 'c', name: 'Studio', surely: 3 }])
  expect(await lists.selectedCosts({ ids: ids.slice(0, 2) })).toEqual(total)
  expect(await lists.selectedCosts({ ids: [], numbers: bitsText(bitsOf([1, 2], 3)) })).toEqual(total)
  expect(await lists.selectedCosts({ ids: ['gone'] })).toEqual([])
})

test('an image whose removal fails, because the text index is damaged, keeps its row', async () => {
  const { add, rows, damageIndex, catchUp } = setUp()
  const ids = Array.from({ length: 15 }, (_, at) => add(`lighthouse ${at}`))
  await catchUp()
  damageIndex()
  const failed = ids.find((id) => {
    try {
      rows.remove(id)
      return false
    } catch {
      return true
    }
  })
  expect(rows.has(failed ?? '')).toBe(true)
})

describe('search', () => {
  function filled() {
    const gallery = setUp()
    gallery.add('A red lighthouse at dusk')
    gallery.add('a boat', { revisedPrompt: 'a RED wooden boat, oil on canvas' })
    gallery.add('灯台と海の絵')
    gallery.add('100% cotton_shirt')
    gallery.add('say "hello" OR NOT (bye)')
    gallery.add('x', { asked: { model: 'sketch-1', prompt: 'x', mode: 'direct' } })
    return gallery
  }

  test.each([
    ['', 6],
    ['   ', 6],
    ['lighthouse', 1],
    ['LIGHT', 1],
    ['house dusk', 1],
    ['dusk boat', 0],
    ['red', 2],
    ['red oil', 1],
    ['sketch', 1],
    ['灯', 1],
    ['灯台', 1],
    ['灯台と', 1],
    ['海 灯台', 1],
    ['山', 0],
    ['at', 2],
    ['0%', 1],
    ['n_', 1],
    ['_', 1],
    ['"hello"', 1],
    ['"', 6],
    ['(bye)', 1],
    ['OR NOT', 1],
    ['prompt:red', 0],
    ['red*', 0],
    ['-red', 4],
    ['NEAR(red)', 0],
    ['a\0b', 2],
    ['\0', 6],
  ])('for %j finds %i', async (text, count) => {
    for (const { total, prompts } of await filled().foundTwice(text)) {
      expect(prompts).toHaveLength(count)
      expect(total).toBe(count)
    }
  })

  test.each([
    ['cafe', 'A CAFÉ at noon'],
    ['CAFÉ', 'a cafe\u0301 at noon'],
    ['é', 'cafe\u0301'],
    ['straße', 'STRASSE'],
    ['strasse', 'Straße'],
    ['istanbul', 'İSTANBUL'],
    ['ISI', 'ısı'],
    ['οδοσ', 'ΟΔΟΣ'],
    ['Ｆｅｒｎ', 'a fern'],
    ['fern', 'ａ ＦＥＲＮ'],
    ['ｶﾞﾗｽ', 'ガラスの海'],
    ['か\u3099', 'が'],
    ['ﬁ', 'a fish'],
    ['👩🏽‍🎨', 'by 👩🏽‍🎨 and 🎨'],
    ['🎨', 'by 👩🏽‍🎨'],
    ['Й', 'чай'],
    ['´', 'x´y'],
    ['50%', 'at 50％'],
    ['5"', 'a 5" nail'],
  ])('finds %j in %j, indexed or not', async (text, prompt) => {
    const { add, foundTwice } = setUp()
    add(prompt)
    for (const { prompts } of await foundTwice(text)) expect(prompts).toEqual([prompt])
  })

  test.each([
    ['か', 'が'],
    ['и', 'чай'],
    ['%', '_'],
    ['台灯', '灯台'],
    ['\ud83c', '🎨'],
    ['a\u0301bc', 'aXbc'],
  ])('doesn’t find %j in %j', async (text, prompt) => {
    const { add, foundTwice } = setUp()
    add(prompt)
    for (const { prompts } of await foundTwice(text)) expect(prompts).toEqual([])
  })

  test('answers newest first', async () => {
    expect(await filled().found('red')).toEqual(['a boat', 'A red lighthouse at dusk'])
  })

  test('finds neither deleted nor removed images, and finds restored ones', async () => {
    const { rows, deletions, add, found, hide } = setUp()
    const id = add('a lighthouse')
    const press = hide(id)
    expect(await found('lighthouse')).toEqual([])
    deletions.unmark(press, 1)
    expect(await found('lighthouse')).toEqual(['a lighthouse'])
    rows.remove(id)
    expect(await found('lighthouse')).toEqual([])
    add('a boat')
    expect(await found('lighthouse')).toEqual([])
    add('another lighthouse')
    expect(await found('lighthouse')).toEqual(['another lighthouse'])
  })
})

describe('the outline', () => {
  test('has the days newest first by local date, and the ratios in list order', async () => {
    const { add, lists, hide } = setUp()
    const at = (day: number, hour: number) => new Date(2026, 2, day, hour, 30).getTime()
    add('first', { createdAt: at(1, 0), width: 100, height: 100 })
    add('second', { createdAt: at(1, 23), width: 200, height: 100 })
    add('third', { createdAt: at(2, 0), width: 100, height: 200 })
    const gone = add('gone', { createdAt: at(3, 1) })
    hide(gone)

    const { total, days, ratios } = await lists.outline({ text: '' })
    expect(total).toBe(3)
    expect(days).toEqual([
      { day: '2026-03-02', count: 1 },
      { day: '2026-03-01', count: 2 },
    ])
    expect([...Buffer.from(ratios, 'base64')].map(byteRatio)).toEqual([0.5, 2, 1])
  })

  test('of an empty gallery is empty', async () => {
    expect(await setUp().lists.outline({ text: '' })).toEqual({
      revision: 0,
      total: 0,
      libraryTotal: 0,
      days: [],
      flags: { kept: 0, rejected: 0 },
      ratios: '',
      colours: '',
      marks: [],
    })
  })
})

describe('a page', () => {
  test('is of the list that was outlined, until one of its images is gone', async () => {
    let change = 1
    const { lists, rows, add } = setUp(() => change)
    const ids = ['a', 'b', 'c'].map((prompt) => add(prompt)).reverse()
    const query = { text: '' }
    const { revision } = await lists.outline(query)
    const page = async (asOf: number) => {
      const { revision: of, rows: shown } = await lists.page({ ...query, asOf }, 1, 1)
      return { of, ids: shown.map(({ id }) => id) }
    }
    const newest = add('d')
    change = 2
    expect(await page(revision)).toEqual({ of: revision, ids: [ids[1]] })
    rows.remove(ids[1] ?? '')
    change = 3
    const now = await page(revision)
    expect(now).toEqual({ of: 3, ids: [ids[0]] })
    expect((await lists.page(query, 0, 1)).rows[0]?.id).toBe(newest)
  })

  test('follows the previous one without a gap', async () => {
    const { lists, add } = setUp()
    const ids = Array.from({ length: 25 }, (_, i) => add(`image ${i}`)).reverse()
    const pages = await Promise.all([0, 10, 20].map((offset) => lists.page({ text: '' }, offset, 10)))
    expect(pages.flatMap(({ rows }) => rows).map(({ id }) => id)).toEqual(ids)
  })
})

describe('positions of an outline', () => {
  const selectAt = (revision: number, ranges: [number, number][], besides: readonly string[] = []) => ({
    text: '',
    revision,
    ranges,
    besides: besides.length === 0 ? null : { ids: [...besides] },
  })

  test('select what it had there, whatever has come and gone since, and what was selected besides', async () => {
    let revision = 1
    const { add, hide, lists } = setUp(() => revision)
    const ids = Array.from({ length: 12 }, (_, at) => add(`image ${at}`)).toReversed()
    expect(await lists.outline({ text: '' })).toMatchObject({ revision: 1, total: 12 })
    add('new')
    hide(ids[4] ?? '')
    revision = 2
    await lists.outline({ text: '' })
    const ranges: [number, number][] = [
      [1, 2],
      [4, 5],
    ]
    expect(await lists.selectAt(selectAt(1, ranges))).toEqual({ ids: [ids[1], ids[2], ids[5]] })
    expect(await lists.selectAt(selectAt(1, ranges, [ids[9] ?? '', ids[2] ?? '']))).toEqual({
      ids: [ids[1], ids[2], ids[5], ids[9]],
    })
  })

  test('select nothing once two others were outlined', async () => {
    let revision = 1
    const { add, lists } = setUp(() => revision)
    add('one')
    for (; revision < 4; revision++) await lists.outline({ text: '' })
    expect(await lists.selectAt(selectAt(1, [[0, 0]]))).toBeNull()
    expect(await lists.selectAt(selectAt(2, [[0, 0]]))).not.toBeNull()
    expect(await lists.selectAt({ ...selectAt(3, [[0, 0]]), text: 'one' })).toBeNull()
  })

  test('select thousands by their numbers', async () => {
    const { add, lists } = setUp()
    for (let at = 0; at < 1203; at++) add('one')
    await lists.outline({ text: '' })
    expect(await lists.selectAt(selectAt(0, [[1, 1201]]))).toMatchObject({ count: 1201 })
  })
})

describe('the images of a request', () => {
  const four = (add: ReturnType<typeof setUp>['add'], saved: readonly number[], jobId: string) =>
    saved.map((index) => add(`${jobId}, image ${index + 1}`, { jobId, index, of: 4 }))

  test('are in their order, however they were saved, and requests are newest first', async () => {
    const { add, found } = setUp()
    four(add, [1, 3, 0], 'a')
    four(add, [3, 0, 2, 1], 'b')
    // One that came late is beside the others.
    four(add, [2], 'a')
    expect(await found('')).toEqual([
      ...[1, 2, 3, 4].map((number) => `b, image ${number}`),
      ...[1, 2, 3, 4].map((number) => `a, image ${number}`),
    ])
  })

  test('belong to the day of the first, even when it is gone', async () => {
    const { lists, add, rows, found } = setUp()
    const midnight = new Date(2026, 2, 2).getTime()
    const first = add('first', { jobId: 'a', index: 2, of: 4, createdAt: midnight - 1000 })
    add('second', { jobId: 'a', index: 3, of: 4, createdAt: midnight + 1000 })
    add('other', { createdAt: midnight })
    expect((await lists.outline({ text: '' })).days).toEqual([
      { day: '2026-03-02', count: 1 },
      { day: '2026-03-01', count: 2 },
    ])
    rows.remove(first)
    add('third', { jobId: 'a', index: 1, of: 4, createdAt: midnight + 2000 })
    expect(await found('')).toEqual(['other', 'third', 'second'])
  })

  test('are put in order if an older version saved them', () => {
    const old = connect(':memory:')
    migrate(old, migrations, 5)
    for (const [at, position] of [1, 2, 0].entries()) {
      old.exec(`INSERT INTO images (id, job_id, position, of, file, format, width, height, ratio, bytes, sha256, prompt,
          model, mode, asked_json, connection_id, connection_name, created_at)
        VALUES ('image ${position}', 'a', ${position}, 3, 'f.png', 'png', 1, 1, 128, 1, '', '', 'm', 'direct', '{}', 'c',
          'S', ${noon + at})`)
    }
    migrate(old, migrations)
    const rows = old.prepare('SELECT id, placed_at AS at FROM images ORDER BY position').all()
    expect(rows).toMatchObject([
      { id: 'image 0', at: noon },
      { id: 'image 1', at: noon },
      { id: 'image 2', at: noon },
    ])
  })
})

test('beyond an image that is gone come those beside its place, in lists by time alone', async () => {
  const { add, rows, lists } = setUp()
  const [old, gone, young] = [add('a fern'), add('a fern'), add('a fern')]
  const [place] = await lists.few({ ids: [gone] })
  rows.remove(gone)
  const beyond = async (way: 1 | -1, sort: 'new' | 'old' | 'name') =>
    await lists.beyond({ text: '', sort, places: place ? [place] : [], way, besides: [] })
  expect([await beyond(1, 'new'), await beyond(-1, 'new')]).toMatchObject([{ id: old }, { id: young }])
  expect([await beyond(1, 'old'), await beyond(1, 'name')]).toMatchObject([{ id: young }, null])
})
