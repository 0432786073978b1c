import type { Mode } from '@shared/model/draft'
import { createRandom, type Random } from '../../../support/random'

/** 429 and 401: the request was certainly not accepted. */
export type FreePostFault = 'limited' | 'keyRefused'
/** Readable: the service says that it did not execute it. */
export type ReadablePostFault = 'refused' | 'failed'
/**
 * No readable answer after the request was written: nobody knows whether it was accepted. In this bench it always was.
 */
export type WrittenPostFault =
  | 'reset'
  | 'hang'
  | 'cut'
  | 'longer'
  | 'shorter'
  | 'html'
  | 'rubbish'
  | 'gateway'
export type PostFault = FreePostFault | ReadablePostFault | WrittenPostFault
export type PollFault =
  | 'limited'
  | 'keyRefused'
  | 'unknown'
  | 'failed'
  | 'otherTask'
  | 'strangeStatus'
  | Exclude<WrittenPostFault, 'longer'>
export type FileFault =
  | 'limited'
  | 'failed'
  | 'reset'
  | 'hang'
  | 'cut'
  | 'html'
  /**
   * Text or half a picture that claims to be whole: it ends the item until the user requests the image once more,
   * which is free.
   */
  | 'wrongContent'
  /** The address is refused from now on; the task has a fresh one. */
  | 'expired'

/** What goes wrong with one job, in the order of its requests; afterwards everything succeeds. */
export interface JobScript {
  readonly posts: readonly PostFault[]
  readonly polls: readonly PollFault[]
  readonly files: readonly FileFault[]
  /** The answer to a direct request contains the image itself, and no address. */
  readonly inline: boolean
}

const written: readonly [WrittenPostFault, ...WrittenPostFault[]] = [
  'reset',
  'cut',
  'longer',
  'shorter',
  'html',
  'rubbish',
  'gateway',
]
const pollFaults: readonly [PollFault, ...PollFault[]] = [
  'limited',
  'keyRefused',
  'unknown',
  'failed',
  'otherTask',
  'strangeStatus',
  'reset',
  'cut',
  'shorter',
  'html',
  'rubbish',
  'gateway',
]
const fileFaults: readonly [FileFault, ...FileFault[]] = [
  'limited',
  'failed',
  'reset',
  'cut',
  'html',
  'expired',
]

export function isFree(fault: PostFault | null): boolean {
  return fault === 'limited' || fault === 'keyRefused'
}

export function isWritten(fault: PostFault | null): boolean {
  return fault !== null && !isFree(fault) && fault !== 'refused' && fault !== 'failed'
}

/** Always the same for the same seed, job and mode, whatever came before it. */
export function scriptOf(seed: number, job: number, mode: Mode): JobScript {
  const random = createRandom(seed + Math.imul(job + 1, 0x9e3779b1))
  const posts: PostFault[] = []
  while (posts.length < 3 && random.chance(0.25)) posts.push(random.chance(0.1) ? 'keyRefused' : 'limited')
  if (random.chance(0.16)) posts.push(rarely(random, 'hang') ?? random.pick(written))
  else if (random.chance(0.06)) posts.push(random.pick(['refused', 'failed']))
  const inline = mode === 'direct' && random.chance(0.5)
  return {
    posts,
    inline,
    polls: several(random, () => rarely(random, 'hang') ?? random.pick(pollFaults)),
    // A direct request has no task, and so no fresh address from one.
    files: inline ? [] : files(random).filter((fault) => mode === 'background' || fault !== 'expired'),
  }
}

function files(random: Random): FileFault[] {
  const faults = several<FileFault>(random, () => rarely(random, 'hang') ?? random.pick(fileFaults))
  if (random.chance(0.02)) faults.push('wrongContent')
  // A second refused address would be final, so there is at most one.
  return faults.filter((fault, at) => fault !== 'expired' || faults.indexOf('expired') === at)
}

/** Zero to three. */
function several<T>(random: Random, one: () => T): T[] {
  const many: T[] = []
  while (many.length < 3 && random.chance(0.55)) many.push(one())
  return many
}

/** Faults that last until the timeout. */
function rarely<T>(random: Random, slow: T): T | null {
  return random.chance(0.04) ? slow : null
}
