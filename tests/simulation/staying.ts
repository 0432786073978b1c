import { look } from './openDatabase'
import type { World } from './world'

/**
 * What the user does most while staying: corrects a table and queues it again, whatever the clock says; takes back what was
 * pressed; cancels one of a batch, and then the batch; or looks at what was found in answers.
 */
export type Bent = 'none' | 'rows' | 'revoking' | 'joining' | 'finding'

const bents: readonly [Bent, ...Bent[]] = ['none', 'revoking', 'joining', 'joining', 'finding', 'finding']

/**
 * In some histories the user stays with one request for a while: most of what is pressed is about it, what it was edited
 * into, its batch, or its table, and one press quickly follows another.
 */
export interface Staying {
  /** Called before each act. True while the user stays with something. */
  goesOn(): boolean
  isHere(): boolean
  bent(): Bent
  /** Milliseconds that may pass until the next act; null while the user doesn't stay. */
  pace(): readonly [number, ...number[]] | null
  /** The requests that the user stays with; none where something new is to be begun. */
  own(): readonly string[]
  /** It is of the batch that was queued last. */
  isOfLast(id: string): boolean
  /** One of these: mostly what the user stays with. */
  choose(ids: readonly string[]): string | undefined
  /** A batch was queued: the user stays with it, too, or from now on. */
  follow(batchId: string): void
  /** What was there is over. */
  leave(): void
}

const hasFound = "id IN (SELECT job_id FROM found_images WHERE state = 'offered')"

/** Batches that belong together: a table may be queued again and again. */
const mostBatches = 4

export function createStaying({ random }: World, { usesTables }: { readonly usesTables: boolean }): Staying {
  const stays = random.chance(0.4)
  let batches: readonly string[] = []
  let acts = 0
  let bent: Bent = 'none'

  const isHere = () => stays && acts > 0

  function turn(): void {
    acts = random.whole(20, 60)
    const found = look<{ id: string }>(
      `SELECT batch_id AS id FROM jobs WHERE state IN ('running', 'uncertain') AND ${hasFound} ORDER BY id`,
    )
    const asking = random.pickAny(found)
    if (asking !== undefined && random.chance(0.7)) {
      bent = 'finding'
      batches = [asking.id]
      return
    }
    // Where nobody says what became of a request, it can be sent again.
    const isVague = look("SELECT 1 FROM jobs WHERE state = 'uncertain'").length > 0
    if (isVague && random.chance(0.5)) bent = 'revoking'
    else bent = usesTables && random.chance(0.5) ? 'rows' : random.pick(bents)
    const all = look<{ id: string }>('SELECT id FROM batches ORDER BY id')
    const one = random.pickAny(all)
    batches = one === undefined || random.chance(0.7) ? [] : [one.id]
  }

  const own = () =>
    look<{ id: string }>(
      'SELECT id FROM jobs WHERE batch_id IN (SELECT value FROM json_each(:batches)) ORDER BY id',
      { batches: JSON.stringify(batches) },
    ).map(({ id }) => id)

  const among = (where: string): boolean =>
    look(`SELECT 1 FROM jobs WHERE batch_id IN (SELECT value FROM json_each(:batches)) AND ${where}`, {
      batches: JSON.stringify(batches),
    }).length > 0

  return {
    goesOn() {
      if (!stays) return false
      acts -= 1
      // A while without any comes between two.
      if (acts < -random.whole(0, 10)) turn()
      return isHere()
    },
    isHere,
    bent: () => bent,
    pace() {
      if (!isHere()) return null
      // What is being sent is still under way then.
      if (bent === 'revoking' || bent === 'joining')
        return among("state = 'sending'") ? [1, 50, 50, 300] : [1, 50, 300, 300, 2000]
      // It may take minutes until nobody knows a task.
      const isFirst = 'NOT EXISTS (SELECT 1 FROM attempts WHERE job_id = jobs.id AND number > 1)'
      if (bent === 'finding' && among(`state = 'running' AND ${hasFound} AND ${isFirst}`))
        return [20_000, 20_000, 60_000]
      return [1, 50, 300, 300, 2000, 2000, 5000]
    },
    own,
    isOfLast: (id) =>
      look('SELECT 1 FROM jobs WHERE id = :id AND batch_id = :last', { id, last: batches.at(-1) ?? '' })
        .length > 0,
    choose(ids) {
      const known = new Set(isHere() && random.chance(0.9) ? [...batches, ...own()] : [])
      const mine = ids.filter((id) => known.has(id))
      return random.pickAny(mine.length > 0 ? mine : ids)
    },
    follow(batchId) {
      if (isHere()) batches = [...batches, batchId].slice(-mostBatches)
    },
    leave() {
      batches = []
    },
  }
}
