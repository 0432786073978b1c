import type { Acting } from './acting'
import type { Finding } from './finding'
import { look } from './openDatabase'
import type { Bent, Staying } from './staying'
import type { Tabling } from './tabling'
import type { Undoing } from './undoing'
import type { Waiting } from './waiting'
import type { World } from './world'

interface Job {
  readonly id: string
  readonly state: string
  readonly batchId: string
  readonly row: number | null
}

/** How long the user waits for what was queued, in milliseconds. */
const queueMs = 2000

/** What the user does who stays with a request: what is offered for it as it is, and much of it is taken back. */
export function createHabits(deps: {
  readonly world: World
  readonly staying: Staying
  readonly acting: Pick<Acting, 'onOffered' | 'retryFailed'>
  readonly waiting: Waiting
  readonly tabling: Pick<Tabling, 'queueAgain'>
  readonly undoing: Pick<Undoing, 'undo' | 'undoOf' | 'redo' | 'isWithheld'>
  readonly finding: Pick<Finding, 'look'>
  readonly pause: () => void
  readonly isPaused: () => boolean
  readonly resume: () => void
  readonly resumeConnection: () => void
  /** Queues something else: a batch of several for who wants to cancel one of them. */
  readonly begin: () => void
}): () => void {
  const {
    world,
    staying,
    acting,
    waiting,
    tabling,
    undoing,
    finding,
    pause,
    isPaused,
    resume,
    resumeConnection,
    begin,
  } = deps
  const { random } = world

  /** The clock is put ahead, or set right again. */
  function turnClock(): void {
    const ahead = world.clockAhead()
    world.tell(ahead > 0 ? 'the user sets the clock right' : 'the user sets the clock, and it is ahead')
    world.setClock(ahead > 0 ? -ahead : random.whole(1, 3) * 3_600_000)
  }

  /** Since the world began: what was queued then may not be there yet. */
  let queuedAt = Number.NEGATIVE_INFINITY
  const mayQueue = () => world.elapsed() - queuedAt > queueMs

  function queueing(queue: () => void): () => void {
    return () => {
      queuedAt = world.elapsed()
      queue()
    }
  }

  const beginAnother = queueing(() => {
    staying.leave()
    begin()
  })

  /** What fails while it is ahead is best queued again once it is right. */
  function clockWeight(bent: Bent, state: string): number {
    if (world.clockAhead() === 0) return bent === 'rows' && state !== 'failed' ? 8 : 2
    return bent === 'rows' && state === 'failed' ? 60 : 5
  }

  const wait = (): void => {}

  /** A cancel of what is being sent, which is then sent again and edited, is taken back at last. */
  function revoking({ id, state, batchId }: Job): (() => void) | null {
    const isWithheld = undoing.isWithheld(id)
    switch (state) {
      case 'sending':
        if (!isWithheld) return () => waiting.cancelBatch(batchId)
        return isPaused() ? wait : pause
      case 'uncertain':
        return isPaused() ? () => acting.onOffered(id, state) : pause
      case 'queued':
        return isWithheld ? () => waiting.edit(id) : resume
      case 'cancelled':
        return isWithheld ? () => undoing.undoOf(id) : null
    }
    return null
  }

  /** One of a batch is cancelled, then the batch while its last one is sent, and the first cancel is taken back. */
  function joining({ batchId }: Job): (() => void) | null {
    const all = look<Pick<Job, 'id' | 'state'>>(
      'SELECT id, state FROM jobs WHERE batch_id = :batchId ORDER BY id',
      { batchId },
    )
    const one = all.find(({ id, state }) => state === 'cancelled' && undoing.isWithheld(id))
    const [first, second] = all.filter(({ state }) => state === 'queued')
    if (first !== undefined && second !== undefined)
      return isPaused() ? () => acting.onOffered(first.id, first.state) : pause
    if (one === undefined) return null
    const last = all.find(({ state }) => state === 'sending')
    if (last === undefined) return first === undefined ? () => undoing.undoOf(one.id) : resume
    return undoing.isWithheld(last.id) ? () => undoing.undoOf(one.id) : () => waiting.cancelBatch(batchId)
  }

  /** What was found in an answer is looked at once its request was sent again. */
  function lookingLate({ id, state }: Job): (() => void) | null {
    const [found] = look<{ isSentAgain: number }>(
      `SELECT EXISTS (SELECT 1 FROM attempts WHERE job_id = :id AND number > 1) AS isSentAgain
       FROM found_images WHERE job_id = :id AND state = 'offered'`,
      { id },
    )
    if (found === undefined) return null
    switch (state) {
      case 'uncertain':
        return () => acting.onOffered(id, state)
      case 'queued':
        return random.pick([resume, resume, resumeConnection, () => acting.onOffered(id, state)])
      case 'sending':
      case 'running':
        return found.isSentAgain === 1 && random.chance(0.9) ? () => finding.look(id) : wait
      case 'cancelled':
        return () => finding.look(id)
    }
    return null
  }

  function deliberateAct(job: Job): (() => void) | null {
    const bent = staying.bent()
    if (bent === 'revoking') return revoking(job)
    if (bent === 'joining') return joining(job)
    return bent === 'finding' ? lookingLate(job) : null
  }

  return () => {
    const [job] = look<Job>('SELECT id, state, batch_id AS batchId, row FROM jobs WHERE id = :id', {
      id: staying.choose(staying.own()) ?? '',
    })
    if (job === undefined) {
      if (!mayQueue()) return
      // One of it is cancelled before any is sent.
      if (staying.bent() === 'joining' && !isPaused()) return pause()
      // What is queued while it is ahead may fail before it is set right.
      if (staying.bent() === 'rows' && world.clockAhead() === 0 && random.chance(0.5)) turnClock()
      return beginAnother()
    }
    const { id, state, batchId, row } = job
    const during = (states: readonly string[], weight: number) => (states.includes(state) ? weight : 0)
    const isFree = Number(mayQueue())
    const isOfTable = row === null ? 0 : 1
    const bent = staying.bent()
    const deliberate = random.chance(0.75) ? deliberateAct(job) : null
    if (deliberate !== null) return deliberate()
    const isCorrecting = bent === 'rows' && state === 'failed' && isOfTable === 1 && world.clockAhead() === 0
    const isLast = staying.isOfLast(id)
    return random.pickWeighted([
      [
        during(['queued', 'running', 'saving', 'failed'], 8) + during(['uncertain'], 25),
        () => acting.onOffered(id, state),
      ],
      [during(['failed'], isCorrecting && !isLast ? 80 : 10), () => acting.retryFailed(batchId)],
      [during(['queued'], 8), () => waiting.edit(id)],
      [during(['queued'], 6) + during(['sending'], 25), () => waiting.cancelBatch(batchId)],
      [during(['queued', 'sending'], 1), waiting.cancelAll],
      [during(['uncertain', 'saving', 'done', 'failed', 'cancelled'], 3), () => finding.look(id)],
      [
        during(['cancelled', 'failed'], (isCorrecting && isLast ? 80 : 20) * isOfTable * isFree),
        queueing(tabling.queueAgain),
      ],
      [isOfTable * clockWeight(bent, state), turnClock],
      [during(['cancelled'], 20) + during(['queued', 'running'], 4) + 2, () => undoing.undo(0.3)],
      [during(['cancelled'], 10), () => undoing.undoOf(id)],
      [2, undoing.redo],
      // The user waits for what becomes of it.
      [during(['sending'], 12), wait],
      [during(['sending', 'uncertain'], 6) + 1, pause],
      [during(['queued'], 5) + 2, resume],
      [2, resumeConnection],
      [(during(['done'], 20) + during(['cancelled'], 12) + 1) * isFree, beginAnother],
    ])()
  }
}
