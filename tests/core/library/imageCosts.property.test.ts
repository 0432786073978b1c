import { addCosts } from '@shared/model/cost'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import { createImageCosts, type ImageCosts } from '../../../electron/core/library/imageCosts'
import { createCosts } from '../../../electron/core/queue/rows/costs'
import { cases } from '../../../scripts/testRun/cases'
import { realClock } from '../../support/fakeClock'
import { testDatabase } from '../../support/testDatabase'

const outcomes = ['accepted', 'refused', 'unsent', 'limited', 'uncertain', null] as const
const prices = [null, 0, 2, 0.3333, 12.5] as const

const jobs = fc.record({
  batch: fc.nat(2),
  state: fc.constantFrom('running', 'saving', 'done', 'uncertain'),
  billed: fc.constantFrom('maybe', 'yes'),
  attempts: fc.array(
    fc.record({ outcome: fc.constantFrom(...outcomes), price: fc.constantFrom(...prices) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  saved: fc.integer({ min: 1, max: 5 }),
})
type Job = typeof jobs extends fc.Arbitrary<infer T> ? T : never

const changes = fc.oneof(
  fc.record({ kind: fc.constant('job' as const), job: jobs }),
  fc.record({ kind: fc.constant('arrive' as const), which: fc.nat(1000) }),
  fc.record({ kind: fc.constant('end' as const), which: fc.nat(1000) }),
  fc.record({ kind: fc.constant('send' as const), which: fc.nat(1000), price: fc.constantFrom(...prices) }),
  fc.record({ kind: fc.constant('delete' as const), which: fc.nat(1000), isPurged: fc.boolean() }),
  fc.record({ kind: fc.constant('look' as const) }),
)

function fill(db: Database): void {
  db.transaction(() => {
    for (const connection of ['a', 'b'])
      db.run(
        `INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, page_url, full_background,
        idempotency_key, direct_slots, background_slots, polls_per_second, created_at)
       VALUES (:connection, 'service', 'S', '', '', '[]', '', 0, 1, 1, 1, 1, 1)`,
        { connection },
      )
    for (const batch of [0, 1, 2])
      db.run(
        `INSERT INTO batches (id, connection_id, name, created_at, sendable_at) VALUES (:batch, :connection, '', 1, 1)`,
        { batch: `batch ${batch}`, connection: connectionOf(batch) },
      )
  })
}

const connectionOf = (batch: number): string => (batch === 2 ? 'b' : 'a')

function createWorld(db: Database) {
  const made: { readonly id: string; readonly batch: number; attempts: number; images: number }[] = []
  let images = 0

  function send(job: (typeof made)[number], outcome: string | null, price: number | null): void {
    db.run(
      `INSERT INTO attempts (id, job_id, number, origin, path_prefix, price, started_at, outcome)
       VALUES (:id, :job, :number, '', '', :price, 1, :outcome)`,
      { id: `${job.id} ${++job.attempts}`, job: job.id, number: job.attempts, price, outcome },
    )
  }

  function arrive(job: (typeof made)[number]): void {
    const position = job.images++
    const number = ++images
    db.run(`INSERT INTO items (job_id, position, state, image_id) VALUES (:job, :position, 'saved', :id)`, {
      job: job.id,
      position,
      id: `image ${number}`,
    })
    db.run(
      `INSERT INTO images (number, id, job_id, batch_id, position, of, file, format, width, height, ratio, bytes,
         sha256, prompt, model, mode, asked_json, connection_id, connection_name, created_at)
       VALUES (:number, 'image ' || :number, :job, :batch, :position, 1, 'f', 'png', 1, 1, 128, 1, '', 'p', 'm',
         'direct', '{}', :connection, 'S', 1)`,
      { number, job: job.id, batch: `batch ${job.batch}`, position, connection: connectionOf(job.batch) },
    )
  }

  return {
    /** Its file goes to the trash; once it is there, its row goes too. Its items stay, and what it has cost. */
    remove(which: number, isPurged: boolean): void {
      const number = 1 + (which % Math.max(1, images))
      db.run('UPDATE images SET deleted_at = 1 WHERE number = :number', { number })
      if (isPurged) db.run('DELETE FROM images WHERE number = :number', { number })
    },
    add({ batch, state, billed, attempts, saved }: Job): void {
      const job = { id: `job ${made.length}`, batch, attempts: 0, images: 0 }
      made.push(job)
      db.run(
        `INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, billed, created_at,
           ended_at)
         VALUES (:id, :batch, :connection, 1, 'direct', '{"model":"m","prompt":"p"}', 1, :state, :billed, 1,
           iif(:state = 'done', 2, NULL))`,
        { id: job.id, batch: `batch ${batch}`, connection: connectionOf(batch), state, billed },
      )
      if (state === 'done') db.run("UPDATE jobs SET billed = 'yes' WHERE id = :id", { id: job.id })
      for (const { outcome, price } of attempts) send(job, outcome, price)
      for (let image = 0; image < saved; image++) arrive(job)
    },
    change(kind: 'arrive' | 'end' | 'send', which: number, price: number | null): void {
      const job = made[which % Math.max(1, made.length)]
      if (job === undefined) return
      if (kind === 'arrive') arrive(job)
      if (kind === 'send') {
        db.run("UPDATE jobs SET state = 'running', ended_at = NULL WHERE id = :id", { id: job.id })
        send(job, null, price)
      }
      if (kind === 'end') {
        db.run("UPDATE attempts SET outcome = 'accepted' WHERE outcome IS NULL AND job_id = :id", {
          id: job.id,
        })
        db.run("UPDATE jobs SET state = 'done', billed = 'yes', ended_at = 3 WHERE id = :id", { id: job.id })
      }
    },
  }
}

/** What each image has cost, told without the product: its request’s cost in shares of whole parts, the rest last. */
function shares(credits: number, positions: readonly number[]): ReadonlyMap<number, number> {
  const parts = Math.round(credits * 10_000)
  const until = (at: number) => Math.floor((parts * at) / positions.length)
  return new Map(positions.map((position, at) => [position, (until(at + 1) - until(at)) / 10_000]))
}

/** What the images have cost and what the ledger says of their requests, by connection; deleted ones have their share. */
async function expectSameSums(db: Database, costs: ImageCosts): Promise<void> {
  await costs.settle()
  const ledger = createCosts({ db, clock: realClock }).ofBatches(['batch 0', 'batch 1', 'batch 2'])
  const gone = db.all<{ job: string; position: number; connection: string }>(
    `SELECT items.job_id AS job, items.position, jobs.connection_id AS connection FROM items
     JOIN jobs ON jobs.id = items.job_id WHERE NOT EXISTS (
       SELECT 1 FROM images WHERE images.job_id = items.job_id AND images.position = items.position)`,
  )
  const numbers = db.all<{ number: number }>('SELECT number FROM images').map(({ number }) => number)
  const sums = costs.sum(numbers)
  for (const connectionId of ['a', 'b']) {
    const spent = [0, 1, 2]
      .filter((batch) => connectionOf(batch) === connectionId)
      .flatMap((batch) => ledger.get(`batch ${batch}`) ?? [])
    const sum = sums.find((one) => one.connectionId === connectionId) ?? { surely: 0, maybe: 0 }
    for (const kind of ['surely', 'maybe'] as const) {
      const lost = gone
        .filter(({ connection }) => connection === connectionId)
        .map(({ job, position }) => lostShare(db, job, position, kind))
      expect(sum[kind] + addedUp(lost)).toBeCloseTo(addCosts(spent.map((one) => one[kind])).credits, 6)
    }
  }
  const each = numbers.map((number) => costs.of(number))
  expect(sums.reduce((all, { unknown }) => all + unknown, 0)).toBe(
    each.filter(({ isKnown }) => !isKnown).length,
  )
}

const addedUp = (credits: readonly number[]): number => credits.reduce((sum, one) => sum + one, 0)

/** What a removed image’s share was: the others of its request must not take it over. */
function lostShare(db: Database, job: string, position: number, kind: 'surely' | 'maybe'): number {
  const positions = db
    .all<{ position: number }>('SELECT position FROM items WHERE job_id = :job ORDER BY position', { job })
    .map((item) => item.position)
  const attempts = db.all<{ outcome: string | null; price: number | null; billed: string }>(
    `SELECT outcome, price, jobs.billed FROM attempts JOIN jobs ON jobs.id = job_id WHERE job_id = :job`,
    { job },
  )
  const credits = attempts.flatMap(({ outcome, price, billed }) => {
    if (price === null || ['refused', 'unsent', 'limited'].includes(outcome ?? '')) return []
    const isSure = outcome === 'accepted' && billed === 'yes'
    return isSure === (kind === 'surely') ? price : []
  })
  return shares(addedUp(credits), positions).get(position) ?? 0
}

test('what images have cost adds up to what the ledger says of their requests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 3, maxLength: 25 }), async (given) => {
      const db = testDatabase()
      fill(db)
      const costs = createImageCosts({ db, clock: realClock })
      const world = createWorld(db)
      for (const change of given) {
        if (change.kind === 'look') await expectSameSums(db, costs)
        // Each is one commit, as in the app.
        else
          db.transaction(() => {
            if (change.kind === 'job') world.add(change.job)
            else if (change.kind === 'delete') world.remove(change.which, change.isPurged)
            else world.change(change.kind, change.which, change.kind === 'send' ? change.price : null)
          })
      }
      await expectSameSums(db, costs)
      db.close()
    }),
    { numRuns: cases(25, 500) },
  )
})
