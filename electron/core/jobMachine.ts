import type { JobState } from '@shared/model/job'

interface Transition {
  readonly from: readonly JobState[]
  readonly to: JobState
}

/**
 * Every way in which a job changes state, by the name of what happened. There are no others. From a state in which the
 * request may have been processed, only `sentAgain` leads back to `queued`, and only the user triggers it.
 */
export const transitions = {
  /** The intention to send is committed. */
  claimed: { from: ['queued'], to: 'sending' },
  /** It was certainly not processed: not sent, or refused until something is fixed. */
  notSent: { from: ['sending'], to: 'queued' },
  /** The service created a task for it. */
  taskTaken: { from: ['sending'], to: 'running' },
  /** The answer was final and brought an image. */
  imagesTaken: { from: ['sending'], to: 'saving' },
  /** The answer was final and brought no image. */
  refused: { from: ['sending'], to: 'failed' },
  /** Nobody knows whether the service has it. */
  leftUncertain: { from: ['sending'], to: 'uncertain' },
  /** The task's own status is final and none of its entries is open; images may still have to be fetched. */
  taskEnded: { from: ['running'], to: 'saving' },
  /** No item is open any more, at least one is saved. */
  completed: { from: ['saving'], to: 'done' },
  /** No item is open any more, none is saved. */
  exhausted: { from: ['saving'], to: 'failed' },
  /** Nobody knows its task, which may not have been one: nobody knows whether the service has the request. */
  taskUnproven: { from: ['running'], to: 'uncertain' },
  /** The user has it asked for once more: its path may be known by now. */
  askedAgain: { from: ['uncertain'], to: 'running' },
  cancelled: { from: ['queued'], to: 'cancelled' },
  /** The user takes back that it was cancelled. */
  broughtBack: { from: ['cancelled'], to: 'queued' },
  settled: { from: ['uncertain'], to: 'failed' },
  /** The user takes back that it was settled. */
  unsettled: { from: ['failed'], to: 'uncertain' },
  sentAgain: { from: ['uncertain'], to: 'queued' },
  /** The user says that something in its answer is its image. */
  pictureTaken: { from: ['uncertain'], to: 'saving' },
  /** The user says what in its answer is the id of its task. */
  taskTaught: { from: ['uncertain', 'failed', 'cancelled'], to: 'running' },
  /** The user asks once more for images that couldn't be fetched, or takes one that was found. */
  reopened: { from: ['done', 'failed', 'cancelled'], to: 'saving' },
} as const satisfies Readonly<Record<string, Transition>>

export type JobEvent = keyof typeof transitions

/** Whether an event fits a state. */
export function fits(state: JobState, event: JobEvent): boolean {
  const { from }: Transition = transitions[event]
  return from.includes(state)
}

/** The state an event leads to. Throws if it doesn't fit: that is a bug. */
export function nextState(state: JobState, event: JobEvent): JobState {
  if (!fits(state, event)) throw new Error(`a job that is ${state} can't be ${event}`)
  return transitions[event].to
}

type StateSet =
  /** Something is still to happen on its own: sent, polled, downloaded. */
  | 'unfinished'
  /** Sent, and not all of its images are here. */
  | 'underway'
  /** Its request takes a slot at the service. */
  | 'inFlight'
  /** The service may be asked about its task. */
  | 'polled'
  /** Sent, and the user may still hear of it: its key and its place are kept. */
  | 'open'
  /** Sent, and no answer was taken up. */
  | 'unanswered'
  /** It has, or may get again, a place in the order of sending. */
  | 'placed'
  /** Nothing more happens to it on its own. */
  | 'ended'
  /** It ended without an image: its row may be queued anew. */
  | 'fruitless'

/** A new state says here which sets it is in. */
const setsOf: Readonly<Record<JobState, readonly StateSet[]>> = {
  queued: ['unfinished', 'placed'],
  sending: ['unfinished', 'underway', 'inFlight', 'open', 'unanswered', 'placed'],
  running: ['unfinished', 'underway', 'inFlight', 'polled', 'open'],
  saving: ['unfinished', 'underway', 'polled', 'open'],
  uncertain: ['open', 'unanswered', 'placed'],
  done: ['ended'],
  failed: ['ended', 'fruitless'],
  cancelled: ['ended', 'fruitless'],
}

/** True when the state is in the set. */
export const isIn = (set: StateSet, state: JobState): boolean => setsOf[state].includes(set)

const names = Object.keys(setsOf) as JobState[]
const sqlOf = (set: StateSet): string =>
  `(${names
    .filter((state) => isIn(set, state))
    .map((state) => `'${state}'`)
    .join(', ')})`

/** The sets in SQL, for `state IN …`. */
export const states = {
  unfinished: sqlOf('unfinished'),
  underway: sqlOf('underway'),
  inFlight: sqlOf('inFlight'),
  polled: sqlOf('polled'),
  open: sqlOf('open'),
  unanswered: sqlOf('unanswered'),
  placed: sqlOf('placed'),
  ended: sqlOf('ended'),
  fruitless: sqlOf('fruitless'),
} as const satisfies Readonly<Record<StateSet, string>>
