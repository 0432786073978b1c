import type { ErrorCode } from '@shared/errors'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { appErrorOf } from '../client/failure'
import type { Step } from './step'
import type { ToastStore } from './toastStore'

export interface UndoState {
  /** What `undo` would reverse; null if there is nothing, or if that is still being done. */
  readonly undo: Step | null
  /** What `redo` would reverse; null if there is nothing. */
  readonly redo: Step | null
}

/** What the user did in this window since it was opened, to be undone and redone in order. */
export interface UndoStore extends StoreApi<UndoState> {
  /**
   * Called with an action as it begins, so that an undo pressed before it is done means this one. Null: it has nothing
   * to undo. Tells what was done; rejects as the action does. Nothing can be redone afterwards.
   */
  did(action: Promise<Step | null>): Promise<void>
  /** Undoes the last action, or the given one if it still can be. Rejects with the refusal: then it can be retried. */
  undo(step?: Step): Promise<void>
  /** Does again what was undone last. Rejects as `undo`. */
  redo(): Promise<void>
}

interface Entry {
  /** When it was asked for: by the count of actions, undos and redos. */
  readonly order: number
  readonly work: Promise<Step | null>
  /** Null until it is done. */
  readonly step: Step | null
}

/** How many actions can be undone, at most. */
const kept = 50

/** Refusals that would come again each time: the rest of the steps must not wait behind them. */
const final: readonly ErrorCode[] = ['undoTooLate', 'rowMissing', 'jobNotWaiting']

/** Undos and redos run one after the other, however fast they are pressed; actions never wait for them. */
export function createUndoStore(toasts: Pick<ToastStore, 'show' | 'withdraw'>): UndoStore {
  const store = createStore<UndoState>(() => ({ undo: null, redo: null }))
  /** In the order in which they were asked for. */
  let done: readonly Entry[] = []
  let undone: readonly Step[] = []
  let count = 0
  let lastAction = 0
  /** Presses up to this one that have not begun are dropped: they meant what is before a step that failed. */
  let dropped = 0
  let turn: Promise<void> = Promise.resolve()

  function put(entries: readonly Entry[], reversed: readonly Step[]): void {
    done = entries.slice(-kept)
    undone = reversed
    store.setState({ undo: done.at(-1)?.step ?? null, redo: undone.at(-1) ?? null })
  }

  const without = (order: number): readonly Entry[] => done.filter((entry) => entry.order !== order)

  /** Keeps the place of an action from its beginning. */
  async function enter(order: number, work: Promise<Step | null>): Promise<Step | null> {
    put(inOrder([...done, { order, work, step: null }]), undone)
    try {
      const step = await work
      put(
        step === null ? without(order) : done.map((one) => (one.order === order ? { ...one, step } : one)),
        undone,
      )
      return step
    } catch (thrown) {
      put(without(order), undone)
      throw thrown
    }
  }

  /** Null if that isn't possible any more, which is told. */
  async function reverse(step: Step): Promise<Step | null> {
    const isLate = step.until !== undefined && Date.now() >= step.until
    const reversal = isLate || step.reverse === null ? null : await step.reverse().catch(nullIfFinal)
    if (reversal === null) toasts.show({ text: step.tooLate, action: null })
    return reversal
  }

  function inTurn(work: (order: number) => Promise<void>): Promise<void> {
    count += 1
    const order = count
    const end = turn.then(async () => {
      if (order <= dropped) return
      try {
        await work(order)
      } catch (thrown) {
        dropped = count
        throw thrown
      }
    })
    turn = end.catch(() => {})
    return end
  }

  return {
    ...store,

    async did(action) {
      count += 1
      lastAction = count
      for (const step of undone) toasts.withdraw(step)
      undone = []
      const step = await enter(count, action)
      if (step !== null && !step.quiet) toasts.show(toastOf(step, 'undo'))
    },

    undo: (wanted) =>
      inTurn(async (order) => {
        // Not what was done after the key was pressed.
        const entry = done.findLast((one) => (wanted === undefined ? one.order < order : one.step === wanted))
        // If the action fails or changes nothing, it says so itself.
        const step = await entry?.work.catch(() => null)
        if (entry === undefined || step === undefined || step === null) return
        const reversal = await reverse(step)
        const isNewest = lastAction < order
        put(without(entry.order), reversal !== null && isNewest ? [...undone, reversal] : undone)
        if (reversal !== null)
          toasts.show(isNewest ? toastOf(reversal, 'redo') : { text: reversal.text, action: null })
        toasts.withdraw(step)
      }),

    redo: () =>
      inTurn(async (order) => {
        const step = undone.at(-1)
        if (step === undefined) return
        const again = await enter(order, reverse(step))
        put(
          done,
          undone.filter((other) => other !== step),
        )
        if (again !== null) toasts.show(toastOf(again, 'undo'))
        toasts.withdraw(step)
      }),
  }
}

function inOrder(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((one, other) => one.order - other.order)
}

function nullIfFinal(thrown: unknown): null {
  if (final.includes(appErrorOf(thrown).code)) return null
  throw thrown
}

function toastOf(step: Step, way: 'undo' | 'redo'): Parameters<ToastStore['show']>[0] {
  const { text, until, lasts, reverse } = step
  return {
    text,
    action: reverse === null ? null : { way, step },
    ...(until === undefined ? {} : { until }),
    ...(lasts === undefined ? {} : { lasts }),
  }
}
