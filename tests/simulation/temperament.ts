import { type DialectName, dialectNames } from '../../electron/demo/dialects/dialects'
import type { Random } from '../support/random'
import { type OddKind, oddKinds } from './picture'

export const postFaults = [
  'limited',
  'limitedZero',
  'limitedLong',
  'creditsGone',
  'refused',
  'moderated',
  'failed',
  'gateway',
  'reset',
  'hang',
  'cut',
  'text',
  'empty',
  'page',
  'redirect',
  'strangeJson',
  'words',
  'limitedQuota',
  'limitedWords',
  'flagged',
  'ownCode',
  'mumbled',
] as const
export const pollFaults = [
  'limited',
  'limitedZero',
  'creditsGone',
  'unknown',
  'failed',
  'gateway',
  'reset',
  'hang',
  'cut',
  'text',
  'strangeStatus',
  'otherTask',
  'words',
  'saysFailed',
] as const
export const fileFaults = [
  'limited',
  'notYet',
  'expired',
  'failed',
  'reset',
  'hang',
  'cut',
  'page',
  'empty',
  'damaged',
] as const

export type PostFault = (typeof postFaults)[number]
export type PollFault = (typeof pollFaults)[number]
export type FileFault = (typeof fileFaults)[number]

/** Where a service is asked for its tasks. */
export interface AskedAt {
  /** From the origin; the id follows. */
  readonly folder: string
  /** How an answer says so; null if none does. */
  readonly named: 'path' | 'address' | 'header' | null
}

/** What one service is like. Each history leaves most faults out, so that the others meet undisturbed. */
export interface Temperament {
  readonly posts: readonly PostFault[]
  readonly polls: readonly PollFault[]
  readonly files: readonly FileFault[]
  /** How often one of them happens, 0 to 1. */
  readonly share: number
  /** Entries of a task beyond the number asked, at most. */
  readonly moreEntries: number
  /** Entries come one after another. */
  readonly piecemeal: boolean
  readonly shuffled: boolean
  readonly namesEntries: boolean
  /** Each answer names images at a fresh address. */
  readonly freshSignatures: boolean
  /** Images come inside the answer. */
  readonly inline: boolean
  /** Says that it is done before all entries are here. */
  readonly doneEarly: boolean
  /** How often a task fails, 0 to 1: what was made by then is named. */
  readonly failing: number
  /** The longest a task takes, in milliseconds. */
  readonly longestTask: number
  /** What may be made in place of an image, now and then. */
  readonly odd: readonly OddKind[]
  /** What it gave whole may come damaged when it is asked for again, in as many bytes. */
  readonly spoilsAgain: boolean
  readonly askedAt: AskedAt
  /** It names a task by a word alone, where nothing calls it one. */
  readonly loneIds: boolean
  /** Now and then an image is where nothing calls it one, and so is an id under which it knows no task. */
  readonly hides: boolean
  /** Words some of its answers as other services do. */
  readonly dialects: readonly DialectName[]
}

function some<T>(random: Random, from: readonly T[], share: number): readonly T[] {
  return from.filter(() => random.chance(share))
}

/** Where a task is asked for, unless something else is said. */
export const usualFolder = '/api/v1/images/tasks'
const usual: AskedAt = { folder: usualFolder, named: null }
const found = ['/v1/tasks', '/api/v1/images/status', '/v1/images/generations', '/api/v1/tasks'] as const

function drawAskedAt(random: Random): AskedAt {
  if (random.chance(0.6)) return usual
  const named = random.pick<AskedAt['named']>(['path', 'address', 'header', null, null])
  return { folder: random.pick(named === null ? found : [...found, '/work/of']), named }
}

/** Nobody can tell from these whether a request was taken. */
const vague: readonly PostFault[] = ['gateway', 'reset', 'cut', 'text', 'empty']
/** What was paid for is in these, where nobody can read it. */
const mumbling: readonly PostFault[] = ['mumbled']
/** These turn down a request, or say that it failed. */
const picky: readonly PostFault[] = ['refused', 'moderated', 'failed', 'flagged']

export function drawTemperament(random: Random): Temperament {
  const isKind = random.chance(0.2)
  /** What it mostly does where it doesn't do what it is asked for. */
  const habit = random.chance(0.4) ? random.pick([vague, vague, picky, mumbling]) : null
  return {
    posts: habit ?? (isKind ? [] : some(random, postFaults, 0.25)),
    polls: isKind ? [] : some(random, pollFaults, 0.25),
    files: isKind ? [] : some(random, fileFaults, 0.25),
    share: habit !== null ? 0.7 : random.pick([0.05, 0.2, 0.5]),
    moreEntries: random.chance(0.3) ? random.whole(1, 4) : 0,
    piecemeal: random.chance(0.5),
    shuffled: random.chance(0.3),
    namesEntries: random.chance(0.5),
    freshSignatures: random.chance(0.5),
    inline: random.chance(0.2),
    doneEarly: random.chance(0.15),
    failing: random.pick([0, 0, 0, 0.3]),
    longestTask: random.pick([2_000, 15_000, 90_000]),
    odd: random.chance(0.3) ? some(random, oddKinds, 0.6) : [],
    spoilsAgain: random.chance(0.2),
    askedAt: drawAskedAt(random),
    loneIds: random.chance(0.15),
    hides: random.chance(0.25),
    dialects: random.chance(0.5) ? some(random, dialectNames, 0.3) : [],
  }
}
