import { bitsAfter, bitsOf, bitsText, textBits } from '@shared/model/numberBits'
import { z } from 'zod'
import type { Bulk } from '../../bulk/bulk'
import type { MemberChanges, MemberRows } from './memberRows'
import type { Beside, ReorderRows } from './reorderRows'

/**
 * Commands on the images of a collection, however many: what a kill interrupts goes on at the next start. Those on one
 * collection wait for each other. Each resolves with how many images it changed; `mark` joins its first transaction.
 */
export interface CollectionBulk {
  members(order: {
    readonly press: number
    readonly collection: string
    readonly verb: 'add' | 'takeOut'
    readonly numbers: readonly number[]
    readonly mark?: () => void
  }): Promise<number>
  /** Moves images beside one that isn't among them; they stay in their order. */
  move(order: {
    readonly press: number
    readonly collection: string
    readonly numbers: readonly number[]
    readonly beside: Beside
  }): Promise<number>
  /** See `MemberRows.turn`; `count`: about how many images that is. */
  turn(order: {
    readonly press: number
    readonly collection: string
    readonly way: 'back' | 'again'
    readonly count: number
  }): Promise<number>
  /** The records of its images lack the collection's name. */
  touch(collection: string, mark: () => void): Promise<void>
  /** The highest press of an earlier run; whether any of its commands is unfinished. */
  readonly earlier: { readonly press: number; readonly isUnfinished: boolean }
}

/** `after`: images up to this number are done. */
const target = { collection: z.string(), after: z.number() }
const membersSchema = z.object({
  ...target,
  press: z.number(),
  verb: z.enum(['add', 'takeOut']),
  /** Images as bits. */
  numbers: z.string(),
})
/** First the images are noted, up to `after`; once there is room for them, they are moved, up to `moved`. */
const moveSchema = z.object({
  ...target,
  press: z.number(),
  numbers: z.string(),
  beside: z.object({ number: z.number(), to: z.enum(['before', 'after']) }),
  moving: z
    .object({
      room: z.object({ after: z.string().nullable(), before: z.string().nullable(), count: z.number() }),
      moved: z.object({ count: z.number(), position: z.string(), number: z.number() }),
    })
    .nullable(),
})
/** `highest`: no image that it is about has a higher number. */
const turnSchema = z.object({
  ...target,
  press: z.number(),
  way: z.enum(['back', 'again']),
  highest: z.number(),
})
const touchSchema = z.object(target)

/** What unfinished commands of any kind may have. */
const unfinishedSchema = z
  .object({ press: z.number(), numbers: z.string(), highest: z.number() })
  .partial()
  .catch({})

const kinds = {
  members: 'collections.members',
  move: 'collections.move',
  turn: 'collections.turn',
  touch: 'collections.touch',
}
const ours: ReadonlySet<string> = new Set(Object.values(kinds))

const subject = (collection: string): string => `collections.${collection}`

export function createCollectionBulk(deps: {
  readonly bulk: Pick<Bulk, 'register' | 'unfinished'>
  readonly memberRows: MemberRows
  readonly reorderRows: ReorderRows
  readonly rows: { highest(): number; reserve(number: number): void }
  /** Images of a collection have changed, as was committed. */
  readonly onChange: (collection: string, changes: MemberChanges) => void
}): CollectionBulk {
  const { bulk, memberRows, reorderRows, rows, onChange } = deps

  const runMembers = bulk.register({
    kind: kinds.members,
    params: membersSchema,
    step(params, atOnce) {
      const { press, collection, verb, after } = params
      const numbers = bitsAfter(textBits(params.numbers), after, atOnce)
      const changes = memberRows[verb](press, collection, numbers)
      const last = numbers.at(-1)
      return {
        done: changes.count,
        next: last === undefined || numbers.length < atOnce ? null : { ...params, after: last },
        committed: () => onChange(collection, changes),
      }
    },
  })

  const runMove = bulk.register({
    kind: kinds.move,
    params: moveSchema,
    step({ moving, ...params }, atOnce) {
      const { press, collection, after, beside } = params
      if (moving === null) {
        const numbers = bitsAfter(textBits(params.numbers), after, atOnce)
        reorderRows.note(press, collection, numbers)
        const last = numbers.at(-1)
        if (last !== undefined && numbers.length === atOnce)
          return { done: 0, next: { ...params, after: last, moving } }
        const room = reorderRows.roomBeside(press, collection, beside)
        const begun = room === null ? null : { room, moved: { count: 0, position: '', number: 0 } }
        return { done: 0, next: begun && { ...params, numbers: '', moving: begun } }
      }
      const { room, moved } = moving
      const { changes, last } = reorderRows.move(press, collection, room, moved, atOnce)
      return {
        done: changes.count,
        next: last === null ? null : { ...params, moving: { room, moved: last } },
        committed: () => onChange(collection, changes),
      }
    },
  })

  const runTurn = bulk.register({
    kind: kinds.turn,
    params: turnSchema,
    step(params, atOnce) {
      const { press, collection, way, after } = params
      const { last, ...changes } = memberRows.turn(press, collection, { way, after, rows: atOnce })
      return {
        done: changes.count,
        next: last === null ? null : { ...params, after: last },
        committed: () => onChange(collection, changes),
      }
    },
  })

  const runTouch = bulk.register({
    kind: kinds.touch,
    params: touchSchema,
    step({ collection, after }, atOnce) {
      const { last, count } = memberRows.touch(collection, after, atOnce)
      return {
        done: count,
        next: last === null ? null : { collection, after: last },
        committed: () => onChange(collection, { added: [], takenOut: [], count }),
      }
    },
  })

  // What an earlier run began is no press of this one, and numbers that it is about are never given to new images.
  const unfinished = bulk.unfinished().filter(({ kind }) => ours.has(kind))
  let press = memberRows.lastPress()
  for (const command of unfinished) {
    const params = unfinishedSchema.parse(command.params)
    press = Math.max(press, params.press ?? 0)
    rows.reserve(Math.max(params.highest ?? 0, 4 * (params.numbers ?? '').length))
  }

  return {
    members: ({ mark, numbers, collection, ...order }) =>
      runMembers(
        {
          params: { ...order, collection, after: 0, numbers: bitsText(bitsOf(numbers, rows.highest())) },
          total: numbers.length,
          subject: subject(collection),
        },
        mark,
      ),

    move: ({ numbers, collection, ...order }) =>
      runMove({
        params: {
          ...{ ...order, collection, after: 0, moving: null },
          numbers: bitsText(bitsOf(numbers, rows.highest())),
        },
        total: numbers.length,
        subject: subject(collection),
      }),

    turn: ({ count, collection, ...order }) =>
      runTurn({
        params: { ...order, collection, after: 0, highest: rows.highest() },
        total: count,
        subject: subject(collection),
      }),

    async touch(collection, mark) {
      await runTouch({ params: { collection, after: 0 }, total: 0, subject: subject(collection) }, mark)
    },

    earlier: { press, isUnfinished: unfinished.length > 0 },
  }
}
