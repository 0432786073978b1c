import { type ImageSelection, imageSelectionSchema } from '@shared/model/imageSelection'
import { textBits } from '@shared/model/numberBits'
import { z } from 'zod'
import type { Bulk } from '../bulk/bulk'
import type { DeletionRows, SelectionRest } from './deletionRows'

/** What moves images into the trash and out of it, however many: what a kill interrupts goes on at the next start. */
export interface TrashCommands {
  /** Resolves once the first part is in the trash. */
  delete(press: number, selection: ImageSelection, total: number): Promise<void>
  /**
   * Undoes a press. Resolves with how many images are back, once all are. Waits until what was to be deleted before it is
   * deleted: a list that is still gone through would otherwise take what came back.
   */
  undo(press: number): Promise<number>
  /** The same for a selection of the trash. */
  restore(selection: ImageSelection, total: number): Promise<number>
  /**
   * Sends a selection of the trash on to the system's. Resolves with how many images those are, once all are on their
   * way.
   */
  discard(selection: ImageSelection, total: number): Promise<number>
  /** The same for all that was deleted until a time. */
  discardUntil(until: number, total: number): Promise<number>
}

const restSchema = z.object({
  selection: imageSelectionSchema,
  /** Images up to this number are done. */
  after: z.number(),
})
const deleteSchema = restSchema.extend({ press: z.number() })
const undoSchema = z.object({ press: z.number() })
const discardSchema = z.union([
  restSchema.extend({ now: z.number() }),
  z.object({
    now: z.number(),
    until: z.number(),
    place: z.object({ deletedAt: z.number(), number: z.number() }),
  }),
])

const kinds = {
  delete: 'images.delete',
  undo: 'images.restore',
  restore: 'images.bringBack',
  discard: 'images.discard',
} as const
const moves: readonly string[] = Object.values(kinds)

export function createTrashCommands(deps: {
  readonly bulk: Pick<Bulk, 'register' | 'unfinished'>
  readonly rows: DeletionRows
  readonly now: () => number
  /** Some images appeared or disappeared. */
  readonly onChange: () => void
  /** Some are on their way to the system's trash. */
  readonly onDiscarded: () => void
  /** An earlier run selected images up to this number. */
  readonly onSelected: (highest: number) => void
}): TrashCommands {
  const { bulk, rows, now, onChange, onDiscarded, onSelected } = deps
  const told = (done: number) => () => {
    if (done > 0) onChange()
  }

  const runDelete = bulk.register({
    kind: kinds.delete,
    params: deleteSchema,
    after: [kinds.restore],
    step({ press, ...left }, atOnce) {
      const { done, rest } = rows.mark(press, left, atOnce)
      return {
        done,
        next: rest === null ? null : deleteSchema.parse({ press, ...rest }),
        committed: told(done),
      }
    },
  })

  const runUndo = bulk.register({
    kind: kinds.undo,
    params: undoSchema,
    after: [kinds.delete],
    step({ press }, atOnce) {
      const done = rows.unmark(press, atOnce)
      return { done, next: done < atOnce ? null : { press }, committed: told(done) }
    },
  })

  const runRestore = bulk.register({
    kind: kinds.restore,
    params: restSchema,
    after: [kinds.delete],
    step(left, atOnce) {
      const { done, rest } = rows.restore(left, atOnce)
      return { done, next: rest === null ? null : restSchema.parse(rest), committed: told(done) }
    },
  })

  const runDiscard = bulk.register({
    kind: kinds.discard,
    params: discardSchema,
    // What was to come back first does.
    after: [kinds.undo, kinds.restore],
    step(params, atOnce) {
      const { done, next } = discardSome(params, atOnce)
      return {
        done,
        next: next === null ? null : discardSchema.parse(next),
        committed() {
          told(done)()
          if (next === null) onDiscarded()
        },
      }
    },
  })

  function discardSome(params: z.infer<typeof discardSchema>, atOnce: number) {
    if ('until' in params) {
      const { done, rest } = rows.discardUntil(params.now, params.until, params.place, atOnce)
      return { done, next: rest === null ? null : { ...params, place: rest } }
    }
    const { done, rest } = rows.discard(params.now, params, atOnce)
    return { done, next: rest === null ? null : { ...rest, now: params.now } }
  }

  // Numbers that an earlier run selected are never given to new images.
  for (const { params } of bulk.unfinished().filter(({ kind }) => moves.includes(kind))) {
    const { selection } = restSchema.partial().safeParse(params).data ?? {}
    if (selection?.numbers !== undefined) onSelected(textBits(selection.numbers).length * 8)
  }

  const whole = (selection: ImageSelection): SelectionRest => restSchema.parse({ selection, after: 0 })
  const subjectOf = (press: number): string => `images.${press}`

  return {
    async delete(press, selection, total) {
      const params = deleteSchema.parse({ press, ...whole(selection) })
      const all = runDelete({ params, total, subject: subjectOf(press) })
      // Later parts report their failures themselves; here, only the first one can be refused.
      all.catch(() => undefined)
      await Promise.race([all, Promise.resolve()])
    },
    undo: (press) => runUndo({ params: { press }, total: rows.count(press), subject: subjectOf(press) }),
    restore: (selection, total) =>
      runRestore({ params: restSchema.parse(whole(selection)), total, subject: null }),
    discard: (selection, total) =>
      runDiscard({
        params: discardSchema.parse({ ...whole(selection), now: now() }),
        total,
        subject: kinds.discard,
      }),
    discardUntil: (until, total) =>
      runDiscard({
        params: { now: now(), until, place: { deletedAt: -1, number: -1 } },
        total,
        subject: kinds.discard,
      }),
  }
}
