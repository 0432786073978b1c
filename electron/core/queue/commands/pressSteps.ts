import { z } from 'zod'
import type { Bulk, BulkOrder, BulkPart } from '../../bulk/bulk'
import type { PressRows } from '../rows/pressRows'
import { cancelScopeSchema, type PressKind, type PressWork, pressKinds, type Verdict } from './pressWork'

/** The kinds of command that change the rows of a press. What they change waits until they are finished. */
export const pressCommands = { takeBack: 'takeBack', doAgain: 'doAgain' } as const
/** Given before them, these are finished first: no row is met half done. */
const before = ['cancel', 'act', 'place', 'prioritize', ...Object.values(pressCommands)]

const paramsSchema = z.object({
  press: z.number(),
  kind: z.enum(pressKinds),
  /** Rows up to this number are handled. */
  after: z.number(),
  /** How many of them were left as they are. */
  left: z.number(),
  /** A cancel that is done again: from its first moment on nothing it is about is sent, as `batchGate` says. */
  ...cancelScopeSchema.partial().shape,
})
export type PressParams = z.infer<typeof paramsSchema>

export type Way = keyof typeof pressCommands

/** Carries out an Undo or a Redo in parts; resolves with how many rows were changed, and how many were left. */
export type RunPress = (
  way: Way,
  order: BulkOrder<PressParams>,
) => Promise<{ readonly done: number; readonly left: number }>

export function createRunPress(deps: {
  readonly bulk: Pick<Bulk, 'register'>
  readonly rows: PressRows
  readonly workOf: (kind: PressKind) => PressWork
  /** Some rows of a press are as they were before, and nothing of them was sent yet. */
  readonly onTakenBack: (press: number) => void
}): RunPress {
  const { bulk, rows, workOf, onTakenBack } = deps
  /** How many rows the last command on a press left. */
  const lefts = new Map<number, number>()

  function step(way: Way, params: PressParams, atOnce: number): BulkPart<PressParams> {
    const { press, kind, after } = params
    const some = rows.of(press, after, atOnce)
    const verdicts = workOf(kind)[way](some)
    const which = (...wanted: readonly Verdict[]): number[] =>
      some.filter((_, at) => wanted.some((one) => one === verdicts[at])).map(({ number }) => number)
    const changed = which('changed')
    const stood = which('changed', 'kept', 'marked')
    if (way === 'doAgain') rows.standAgain(press, stood)
    else rows.setStands(stood, false)
    rows.remove(which('left', 'passed'))
    const left = params.left + which('left', 'kept').length
    const last = some.at(-1)?.number ?? after
    return {
      done: changed.length,
      next: some.length < atOnce ? null : { ...params, left, after: last },
      committed() {
        lefts.set(press, left)
        if (way === 'takeBack') onTakenBack(press)
      },
    }
  }

  const registered = (way: Way) =>
    bulk.register<PressParams>({
      kind: pressCommands[way],
      params: paramsSchema,
      after: before,
      mayQueue: () => way === 'takeBack',
      step: (params, atOnce) => step(way, params, atOnce),
    })
  const run = { takeBack: registered('takeBack'), doAgain: registered('doAgain') }

  return async (way, order) => {
    const { press } = order.params
    try {
      const done = await run[way](order)
      return { done, left: lefts.get(press) ?? 0 }
    } finally {
      lefts.delete(press)
    }
  }
}
