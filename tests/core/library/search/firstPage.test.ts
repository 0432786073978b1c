import { expect, test } from 'vitest'
import { newId } from '../../../../electron/core/ids'
import type { NewImage } from '../../../../electron/core/library/library'
import { galleryParts } from '../../../support/galleryParts'
import { testDatabase } from '../../../support/testDatabase'

const noon = new Date(2026, 2, 1, 12).getTime()
const count = 5000

/** Every 7th is of an earlier year, as if it had been taken in from a folder. */
function fill(db: ReturnType<typeof testDatabase>) {
  const parts = galleryParts(db)
  const image = (n: number): NewImage => ({
    ...{
      id: newId(noon + n),
      jobId: newId(noon + n),
      index: 0,
      of: 1,
      width: 1024,
      height: 768,
      format: 'png',
    },
    ...{
      bytes: 1,
      sha256: '',
      decoded: true,
      placeholder: null,
      revisedPrompt: null,
      connectionId: 'c',
      connectionName: 'Studio',
    },
    asked: {
      model: n % 2 ? 'aurora' : 'sketch',
      prompt: `a heron ${n} 灯台${n % 100 === 0 ? '海' : ''}`,
      mode: 'direct',
    },
    ...{ taskId: null, tookMs: null, createdAt: n % 7 === 0 ? noon - 400 * 86_400_000 + n : noon + n * 1000 },
  })
  db.transaction(() => {
    for (let n = 1; n <= count; n++) parts.rows.insert(image(n), 'f.png')
  })
  return parts
}

test('the first page of a search is the beginning of the whole list, however little of it was searched', async () => {
  const db = testDatabase()
  const first = fill(db)
  await first.catchUp()
  for (const text of [
    'heron',
    '灯',
    '灯台',
    '灯台海',
    '海 model:aurora',
    '海',
    '-海 heron',
    '4999',
    'heron model:sketch after:2026',
    'nothing',
  ]) {
    const { lists } = galleryParts(db)
    await lists.outline({ text: '' })
    // Before anything else of this search is read.
    const page = await lists.page({ text }, 0, 200)
    const whole = await lists.page({ text }, 0, count)
    expect(page, text).toEqual(whole.slice(0, 200))
    expect(whole).toHaveLength((await lists.outline({ text })).total)
  }
})

test('the first page of a frequent word is there without a search of all images', async () => {
  const db = testDatabase()
  await fill(db).catchUp()
  const reads: number[] = []
  const watched = {
    ...db,
    get: <Row>(sql: string, params?: Parameters<typeof db.get>[1]) => {
      const { after, until } = params ?? {}
      if (sql.includes('MATCH')) reads.push(Number(until) - Number(after))
      return db.get<Row>(sql, params)
    },
  }
  const { lists } = galleryParts(watched)
  await lists.outline({ text: '' })
  await lists.page({ text: 'heron' }, 0, 200)
  expect(reads.reduce((sum, images) => sum + images, 0)).toBeLessThan(count / 2)
})
