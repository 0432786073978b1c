import type { JobState } from '@shared/model/job'

type StateSet =
  /** Something is still to happen on its own: sent, polled, downloaded. */
  | 'unfinished'
  /** Sent, and not all of its images are here. */
  | 'underway'
  /** Its request takes a slot at the service. */
  | 'inFlight'
  /** The service may be asked about its task. */
  | 'polled'
  /** Sent, and the person may still hear of it: its key and its place are kept. */
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
