import { byteRatio } from '@shared/model/image'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../electron/core/ids'
import { galleryOutline } from '../../../electron/core/library/galleryOutline'
import { createImageRows } from '../../../electron/core/library/imageRows'
import type { NewImage } from '../../../electron/core/library/library'
import { testDatabase } from '../../support/testDatabase'

const noon = new Date(2026, 2, 1, 12).getTime()

function setUp() {
  const db = testDatabase()
  const rows = createImageRows(db)
  let made = 0
  return {
    db,
    rows,
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
    found: (text: string) => rows.page({ text }, 0, 100).map(({ prompt }) => prompt),
  }
}

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

  it.each([
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
    ['"', 1],
    ['(bye)', 1],
    ['OR NOT', 1],
    ['prompt:red', 0],
    ['red*', 0],
    ['-red', 0],
    ['NEAR(red)', 0],
    ['a\0b', 2],
    ['\0', 6],
  ])('for %j finds %i', (text, count) => {
    const { found, rows, db } = filled()
    expect(found(text)).toHaveLength(count)
    expect(rows.ids({ text }, 0, 100)).toHaveLength(count)
    expect(galleryOutline(db, { text }).total).toBe(count)
  })

  it('answers newest first', () => {
    expect(filled().found('red')).toEqual(['a boat', 'A red lighthouse at dusk'])
  })

  it('finds neither deleted images nor removed ones, and finds restored ones', () => {
    const { rows, add, found } = setUp()
    const id = add('a lighthouse')
    rows.markDeleted([id], noon)
    expect(found('lighthouse')).toEqual([])
    rows.unmarkDeleted([id])
    expect(found('lighthouse')).toEqual(['a lighthouse'])
    rows.remove(id)
    expect(found('lighthouse')).toEqual([])
    add('another lighthouse')
    expect(found('lighthouse')).toEqual(['another lighthouse'])
  })
})

describe('the outline', () => {
  it('has the days newest first by the local date, and the ratios in list order', () => {
    const { db, add, rows } = setUp()
    const at = (day: number, hour: number) => new Date(2026, 2, day, hour, 30).getTime()
    add('first', { createdAt: at(1, 0), width: 100, height: 100 })
    add('second', { createdAt: at(1, 23), width: 200, height: 100 })
    add('third', { createdAt: at(2, 0), width: 100, height: 200 })
    const gone = add('gone', { createdAt: at(3, 1) })
    rows.markDeleted([gone], noon)

    const { total, days, ratios } = galleryOutline(db, { text: '' })
    expect(total).toBe(3)
    expect(days).toEqual([
      { day: '2026-03-02', count: 1 },
      { day: '2026-03-01', count: 2 },
    ])
    expect([...Buffer.from(ratios, 'base64')].map(byteRatio)).toEqual([0.5, 2, 1])
  })

  it('of nothing is empty', () => {
    expect(galleryOutline(setUp().db, { text: '' })).toEqual({ total: 0, days: [], ratios: '' })
  })
})

describe('a page', () => {
  it('is read by an index, without sorting', () => {
    const { db } = setUp()
    const plan = db.get<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT id FROM images WHERE deleted_at IS NULL
       ORDER BY created_at DESC, id DESC LIMIT 100 OFFSET 5000`,
    )
    expect(plan?.detail).toBe('SCAN images USING INDEX images_newest')
  })

  it('follows the one before without a gap', () => {
    const { rows, add } = setUp()
    const ids = Array.from({ length: 25 }, (_, i) => add(`image ${i}`)).reverse()
    const pages = [0, 10, 20].flatMap((offset) => rows.page({ text: '' }, offset, 10))
    expect(pages.map(({ id }) => id)).toEqual(ids)
    expect(rows.ids({ text: '' }, 5, 3)).toEqual(ids.slice(5, 8))
  })
})
