import { AppFailure } from '@shared/errors'
import { type AskPlace, askPlaces } from '../../../connections/askPlaces'
import type { Connections } from '../../../connections/connections'
import { isKeyTrouble } from '../../../connections/keyTrouble'
import type { Clock } from '../../../ports'
import type { ServiceClient } from '../../../service/serviceClient'
import { originElsewhere } from '../../../service/taskAddress'
import type { PollVerdict } from '../../../service/verdict'
import { sentContent } from '../../rows/sentContent'
import type { ConnectionPaces } from '../pace/connectionPace'
import { weighed } from './answersInRow'
import { createKeyAnswers } from './keyAnswers'
import { type PathSearch, tryEveryMs } from './pathSearch'
import type { KnownTask, PolledTask } from './polledTasks'

/** What a poll returned about a task, where it was asked for, and the key that was used. */
export interface Asked {
  readonly verdict: PollVerdict
  readonly place: AskPlace
  readonly keyId: string | null
}

/** The calls about a task. */
export interface TaskAsking {
  /** Asks for a task where it should be known. Once `signal` is aborted, what is returned means nothing. */
  ask(task: PolledTask, known: KnownTask, signal: AbortSignal): Promise<Asked>
  /** Uses the turn of a task to try a path for it. False if it is to be polled as usual. */
  tryPath(task: PolledTask, known: KnownTask, signal: AbortSignal): Promise<boolean>
}

export interface TaskAskingDeps {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly service: Pick<ServiceClient, 'poll' | 'look'>
  readonly connections: Pick<Connections, 'find' | 'live' | 'freeze' | 'resolve'>
  readonly paces: Pick<ConnectionPaces, 'of'>
  readonly search: Pick<PathSearch, 'isFor' | 'step'>
}

export function createTaskAsking(deps: TaskAskingDeps): TaskAsking {
  const { clock, service, connections, paces, search } = deps
  const keys = createKeyAnswers()

  function placeOf(task: PolledTask, { job, taskId, frozen: { origin } }: KnownTask): AskPlace {
    const connection = connections.find(job.connectionId)
    const places = connection === null ? [] : askPlaces(connection, { taskId, askAt: job.askAt, origin })
    return places[task.place % places.length] ?? { kind: 'own', at: null }
  }

  async function answerAt(
    place: AskPlace,
    { withLatestKey }: PolledTask,
    { job, taskId, frozen }: KnownTask,
    signal: AbortSignal,
  ): Promise<Omit<Asked, 'place'>> {
    const { at } = place
    const origin = at === null ? null : originElsewhere(at)
    try {
      const target = await connections.resolve(job.connectionId, frozen, { withLatestKey, origin })
      const content = sentContent(job, connections.find(job.connectionId))
      const verdict = await service.poll(target, taskId, { ...content, at, signal })
      return { verdict: weighed(place, verdict), keyId: target.keyId ?? null }
    } catch (problem) {
      if (!(problem instanceof AppFailure)) throw problem
      const { error } = problem
      const verdict: PollVerdict = isKeyTrouble(error)
        ? { kind: 'hold', error }
        : { kind: 'retry', error, retryAfterMs: null }
      return { verdict, keyId: null }
    }
  }

  /**
   * Notes what the answer shows about its key, and which key is next: that of the request and the key in use take turns
   * while neither gets an answer. Returns what the answer means for the task.
   */
  function heard(
    task: PolledTask,
    { job, frozen }: KnownTask,
    { verdict, keyId }: Omit<Asked, 'place'>,
  ): PollVerdict {
    if (keyId === null) return verdict
    if (verdict.kind === 'task' || verdict.kind === 'failed') keys.accepted(task, keyId)
    const isRefused = verdict.kind === 'hold' && verdict.error.code === 'keyRefused'
    if (keyId === frozen.keyId) task.withLatestKey ||= isRefused
    else if (isRefused || verdict.kind === 'unknownTask') task.withLatestKey = false
    if (!isRefused) return verdict
    task.acceptedKey = null
    const { error } = verdict
    if (keyId !== connections.freeze(job.connectionId).keyId) return verdict
    // After a restart, only what is stored still shows it.
    const wasUnknown = job.doubt === 'unknown' && error.detail?.status !== 401
    const isOfTask = keys.refused(task, keyId) || wasUnknown
    // A removed connection is never held: the job says what it needs.
    if (!isOfTask || connections.live(job.connectionId) === null) return verdict
    return { kind: 'unknownTask', error: { ...error, code: 'taskUnknown' } }
  }

  return {
    async ask(task, known, signal) {
      const place = placeOf(task, known)
      const answer = await answerAt(place, task, known, signal)
      return signal.aborted
        ? { ...answer, place }
        : { verdict: heard(task, known, answer), keyId: answer.keyId, place }
    },

    async tryPath(task, known, signal) {
      if (!search.isFor(task)) return false
      const { connectionId } = task.kind
      const isHeld = connections.find(connectionId)?.hold?.polls === true
      if (isHeld || paces.of(connectionId).quietUntil() > clock.monotonic()) return false
      try {
        const { withLatestKey } = task
        const target = await connections.resolve(connectionId, known.frozen, { withLatestKey })
        await search.step(task, known, target, signal)
        task.dueAt = clock.monotonic() + tryEveryMs
        return true
      } catch (problem) {
        if (!(problem instanceof AppFailure)) throw problem
        return false
      }
    },
  }
}
