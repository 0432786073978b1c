import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ImageMarks, type MarkChange, markBefore, markChangeSchema } from '@shared/model/imageMarks'
import { bitsAfter, bitsOf, bitsText, textBits } from '@shared/model/numberBits'
import { z } from 'zod'
import type { Bulk } from '../bulk/bulk'
import type { Gallery } from './gallery'

/** Marks however many images, and takes that back: what a kill interrupts goes on at the next start. */
export interface Marking {
  /** See `Library.mark`. */
  mark(
    numbers: readonly number[],
    change: MarkChange,
  ): Promise<{ readonly press: number; readonly marked: number }>
  /** See `Library.unmark`. */
  unmark(press: number): Promise<number>
}

/** As many as the window can undo. */
const presses = 50

/**
 * Each part marks the images whose numbers are its bits, only those marked like `only` if it is given, and notes whether
 * they were opened, if that is given.
 */
const markSchema = z.object({
  press: z.number(),
  parts: z.array(
    z.object({
      numbers: z.string(),
      change: markChangeSchema,
      only: markChangeSchema.optional(),
      seen: z.boolean().optional(),
    }),
  ),
  /** Images of the first part up to this number are marked. */
  after: z.number(),
})

/** What a press changed: the numbers of its images, by what they were before, see `earlierSchema`. */
interface Press {
  readonly change: MarkChange
  readonly before: Map<string, number[]>
}

/** The mark of an image before a press, and whether it was opened by that press. */
const earlierSchema = z.object({ change: markChangeSchema, isOpened: z.boolean() })

/** An image that is kept or rejected was looked at, if only in the grid. */
const opens = (change: MarkChange): boolean => 'flag' in change && change.flag !== null

const kind = 'images.mark'

export function createMarking(deps: {
  readonly bulk: Pick<Bulk, 'register' | 'unfinished'>
  readonly gallery: Pick<Gallery, 'markRows' | 'marked' | 'rows' | 'seen'>
  /** Some images have other marks now. */
  readonly onChange: () => void
}): Marking {
  const { bulk, onChange } = deps
  const { markRows, marked, rows, seen } = deps.gallery
  /** Those that can be taken back, oldest first. */
  const open = new Map<number, Press>()
  let last = 0

  const run = bulk.register({
    kind,
    params: markSchema,
    step({ press, parts, after }, atOnce) {
      const [part, ...others] = parts
      if (part === undefined) return { done: 0, next: null }
      const numbers = bitsAfter(textBits(part.numbers), after, atOnce)
      const changed = markRows.mark(numbers, part.change, part.only)
      const changedNumbers = changed.map(({ number }) => number)
      const { seen: isSeen = null } = part
      const turned = isSeen === null ? [] : seen.write(changedNumbers, isSeen)
      const end = numbers.at(-1)
      const isLast = end === undefined || numbers.length < atOnce
      const left = isLast ? { press, parts: others, after: 0 } : { press, parts, after: end }
      return {
        done: changed.length,
        next: left.parts.length === 0 ? null : left,
        committed() {
          if (changed.length === 0) return
          keep(press, part.change, changed, new Set(turned))
          marked.note(changedNumbers, part.change)
          if (isSeen !== null) seen.note(turned, isSeen)
          onChange()
        },
      }
    },
  })

  function keep(
    press: number,
    change: MarkChange,
    changed: readonly (ImageMarks & { readonly number: number })[],
    opened: ReadonlySet<number>,
  ): void {
    const before = open.get(press)?.before
    if (before === undefined) return
    for (const { number, ...marks } of changed) {
      const earlier: z.infer<typeof earlierSchema> = {
        change: markBefore(change, marks),
        isOpened: opened.has(number),
      }
      const key = JSON.stringify(earlier)
      const numbers = before.get(key) ?? []
      numbers.push(number)
      before.set(key, numbers)
    }
  }

  // What an earlier run began is no press of this one, and numbers that it selected are never given to new images.
  for (const command of bulk.unfinished().filter((one) => one.kind === kind)) {
    const { press = 0, parts = [] } = markSchema.safeParse(command.params).data ?? {}
    last = Math.max(last, press)
    for (const { numbers } of parts) rows.reserve(numbers.length * 4)
  }

  /** Those that are given one after the other are carried out in this order. */
  const carryOut = (press: number, parts: z.infer<typeof markSchema>['parts'], total: number) =>
    run({ params: { press, parts, after: 0 }, total, subject: kind })

  const bits = (numbers: readonly number[]): string => bitsText(bitsOf(numbers, rows.highest()))

  return {
    async mark(numbers, change) {
      last += 1
      const press = last
      open.set(press, { change, before: new Map() })
      for (const oldest of open.keys()) if (open.size > presses) open.delete(oldest)
      const parts = [{ numbers: bits(numbers), change, ...(opens(change) ? { seen: true } : {}) }]
      return { press, marked: await carryOut(press, parts, numbers.length) }
    },

    async unmark(press) {
      const known = open.get(press)
      if (known === undefined) return 0
      const { change: only, before } = known
      const parts = []
      for (const [earlier, numbers] of before) {
        const { change, isOpened } = earlierSchema.parse(JSON.parse(earlier))
        parts.push({ numbers: bits(numbers), change, only, ...(isOpened ? { seen: false } : {}) })
        await nextTurn()
      }
      const total = [...before.values()].reduce((sum, numbers) => sum + numbers.length, 0)
      const done = await carryOut(0, parts, total)
      open.delete(press)
      return done
    },
  }
}
