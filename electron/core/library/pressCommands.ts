import { type ImageSelection, imageSelectionSchema } from '@shared/model/imageSelection'
import { textBits } from '@shared/model/numberBits'
import { z } from 'zod'
import type { Bulk, BulkPart, UnfinishedCommand } from '../bulk/bulk'
import type { DeletionRows } from './deletionRows'

/** Presses of Delete, and of Undo, on however many images: what a kill interrupts goes on at the next start. */
export interface PressCommands {
  /** Resolves once the first part is marked. */
  delete(press: number, selection: ImageSelection, total: number): Promise<void>
  /**
   * Resolves with how many images are back, once all are. Waits until what was to be deleted before it is marked: a list
   * that is still gone through would otherwise take what came back.
   */
  restore(press: number): Promise<number>
  /** Whether rows of a press are still being marked or brought back. */
  isUnfinished(press: number): boolean
}

const deleteSchema = z.object({
  press: z.number(),
  selection: imageSelectionSchema,
  /** Images up to this number are marked. */
  after: z.number(),
})
const restoreSchema = z.object({ press: z.number() })

/** An Undo that can't be read must not be given up: what it was to bring back would go to the trash. */
const keptSchema = restoreSchema.extend({ press: z.number().nullable() }).catch({ press: null })

/** Either of them names its press. */
const anySchema = restoreSchema.extend({ selection: imageSelectionSchema.optional() })
const kinds = { delete: 'images.delete', restore: 'images.restore' }

const subjectOf = (press: number): string => `images.${press}`
const namesPress = (subject: string | null): boolean => /^images\.\d+$/.test(subject ?? '')

const isUnread = ({ kind, params }: UnfinishedCommand): boolean =>
  kind === kinds.restore && !restoreSchema.safeParse(params).success

export function createPressCommands(deps: {
  readonly bulk: Pick<Bulk, 'register' | 'unfinished'>
  readonly rows: DeletionRows
  /** Some images appeared or disappeared. */
  readonly onChange: () => void
  /** All images of a press are marked. */
  readonly onMarked: (press: number) => void
  /** An earlier run selected images up to this number. */
  readonly onSelected: (highest: number) => void
}): PressCommands {
  const { bulk, rows, onChange, onMarked, onSelected } = deps
  /** Presses of Delete of this run. */
  const given = new Set<number>()

  const runDelete = bulk.register({
    kind: kinds.delete,
    params: deleteSchema,
    step({ press, ...left }, atOnce) {
      const { done, rest } = rows.mark(press, left, atOnce)
      return {
        done,
        next: rest === null ? null : deleteSchema.parse({ press, ...rest }),
        committed() {
          if (done > 0) onChange()
          if (rest === null) onMarked(press)
        },
      }
    },
  })

  /** An Undo that can't be read may be of this press: of the one its subject names, otherwise of any earlier run's. */
  const isMeant = (press: number): boolean =>
    bulk
      .unfinished()
      .filter(isUnread)
      .some(({ subject }) => (namesPress(subject) ? subject === subjectOf(press) : !given.has(press)))

  function restoreUnread(atOnce: number): BulkPart<z.infer<typeof keptSchema>> {
    for (let press = rows.pressAfter(-1); press !== null; press = rows.pressAfter(press))
      if (isMeant(press))
        return { done: rows.unmark(press, atOnce), next: { press: null }, committed: onChange }
    return { done: 0, next: null }
  }

  const runRestore = bulk.register({
    kind: kinds.restore,
    params: keptSchema,
    after: [kinds.delete],
    step({ press }, atOnce) {
      if (press === null) return restoreUnread(atOnce)
      const done = rows.unmark(press, atOnce)
      return { done, next: done < atOnce ? null : { press }, committed: onChange }
    },
  })

  const unfinished = () =>
    bulk
      .unfinished()
      .filter(({ kind }) => Object.values(kinds).includes(kind))
      .flatMap(({ params }) => anySchema.safeParse(params).data ?? [])

  for (const { selection } of unfinished())
    if (selection?.numbers !== undefined) onSelected(textBits(selection.numbers).length * 8)

  return {
    async delete(press, selection, total) {
      given.add(press)
      const params = deleteSchema.parse({ press, selection, after: 0 })
      const all = runDelete({ params, total, subject: subjectOf(press) })
      // Later parts report their failures themselves; here, only the first one can be refused.
      all.catch(() => undefined)
      await Promise.race([all, Promise.resolve()])
    },

    restore: (press) =>
      runRestore({ params: { press }, total: rows.count(press), subject: subjectOf(press) }),

    isUnfinished: (press) => isMeant(press) || unfinished().some((command) => command.press === press),
  }
}
