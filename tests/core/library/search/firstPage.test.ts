import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newId } from '../../../../electron/core/ids'
import type { NewImage } from '../../../../electron/core/library/library'
import { galleryParts } from '../../../support/galleryParts'
import { testDatabase } from '../../../support/testDatabase'

const noon = new Date(2026, 2, 1, 12).getTime()
const count = 5000

const idOf = (n: number): string => `image ${n}`

/** Every 7th has another time than its number says, as if it had been taken in from a folder. */
const imageOf = (n: number, other = (n: number) => noon + (count - n) * 1000 + 1): NewImage => ({
  ...{
    id: idOf(n),
    jobId: newId(noon + n),
    index: 0,
    of: 1,
    width: 1024,
    height: 768,
    format: 'png',
    bytes: 1,
  },
  ...{
    sha256: '',
    decoded: true,
    placeholder: null,
    revisedPrompt: null,
    connectionId: 'c',
    connectionName: 'S',
  },
  asked: {
    model: n % 2 ? 'aurora' : 'sketch',
    prompt: `a heron ${n} 灯台${n % 100 === 0 ? '海' : ''}`,
    mode: 'direct',
  },
  ...{ taskId: null, brought: null, tookMs: null },
  createdAt: n % 7 === 0 ? other(n) : noon + n * 1000,
})

function fill(db: ReturnType<typeof testDatabase>, other?: (n: number) => number) {
  const parts = galleryParts(db)
  db.transaction(() => {
    for (let n = 1; n <= count; n++) parts.rows.insert(imageOf(n, other), 'f.png')
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
    '-4321 heron',
  ]) {
    const { lists } = galleryParts(db)
    await lists.outline({ text: '' })
    // Before anything else of this search is read.
    const page = (await lists.page({ text }, 0, 200)).rows
    const whole = (await lists.page({ text }, 0, count)).rows
    expect(page, text).toEqual(whole.slice(0, 200))
    expect(whole).toHaveLength((await lists.outline({ text })).total)
  }
})

test('the first page of a frequent word is there without a search of all images', async () => {
  const db = testDatabase()
  await fill(db, (n) => noon + n * 1000).catchUp()
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

test('an answer is of one moment, also while images arrive, are deleted and are searched for', async () => {
  const db = testDatabase()
  const { rows, lists, catchUp, hide } = fill(db)
  await catchUp()
  let last = count
  const living = new Set(Array.from({ length: count }, (_, n) => n + 1))
  let isOver = false
  const arriving = (async () => {
    while (!isOver) {
      last++
      rows.insert(imageOf(last), 'f.png')
      living.add(last)
      const gone = last * 7919 - count * Math.floor((last * 7919) / count)
      if (living.delete(gone)) hide(idOf(gone))
      await nextTurn()
    }
  })()
  for (const text of ['heron', '灯', '海', '-海 heron', '灯台 model:aurora', '501']) {
    // Nothing else has a turn between the answer and this.
    const { total, expected } = await lists.outline({ text }).then((outline) => ({
      total: outline.total,
      expected: [...living].filter((n) => holds[text]?.(n)).length,
    }))
    expect(total, text).toBe(expected)
  }
  isOver = true
  await arriving
})

/** What the queries mean, told without the product. */
const isRare = (n: number) => n % 100 === 0
const holds: Readonly<Record<string, (n: number) => boolean>> = {
  heron: () => true,
  灯: () => true,
  海: isRare,
  '-海 heron': (n) => !isRare(n),
  '灯台 model:aurora': (n) => n % 2 === 1,
  501: (n) => `${n}`.includes('501'),
}
