import type { Connections } from '../../../connections/connections'
import { sameOrigin } from '../../../connections/targets'
import type { Clock } from '../../../ports'
import { pathFor, sentPlace } from '../../../service/endpoints'
import { impossibleTaskId } from '../../../service/pollVerdict'
import type { ServiceClient } from '../../../service/serviceClient'
import type { Target } from '../../../service/target'
import { knownTaskPaths } from '../../../service/taskAddress'
import type { TaskSight } from '../../../service/taskSight'
import { sentContent } from '../../rows/sentContent'
import { isLost } from './answersInRow'
import type { KnownTask, PolledTask } from './polledTasks'

/** How far apart the searches of a connection begin at least, in milliseconds. */
const searchEveryMs = 3_600_000
/** How far apart the tries of a search are at least, in milliseconds; each takes its turn among the polls. */
export const tryEveryMs = 500

/**
 * Finds out at which path a service is asked for its tasks, for a task that isn't known where it should be. One path is
 * tried in each turn that the task has to be polled. Only a path that knows the task is learned; whatever else is
 * answered, it holds, ends and limits nothing.
 */
export interface PathSearch {
  /** Begins for a task, unless the connection has a path, or searched within the hour. */
  begin(task: PolledTask, known: KnownTask): void
  /** Whether it goes on for the task. */
  isFor(task: PolledTask): boolean
  /** Tries the next path for a task. */
  step(task: PolledTask, known: KnownTask, target: Target, signal: AbortSignal): Promise<void>
  /** Whether every path was tried within the hour, and none knew the task. */
  wasInVain(connectionId: string): boolean
}

interface Search {
  readonly jobId: string
  readonly beganAt: number
  readonly left: string[]
  /** A path that tells of the task, unless it tells the same of one that can't exist. */
  candidate: { readonly path: string; readonly words: string } | null
  /** A path said nothing, for example because it was busy. */
  isUnclear: boolean
}

export function createPathSearch(deps: {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly service: Pick<ServiceClient, 'look'>
  readonly connections: Pick<Connections, 'find' | 'learnTaskPath'>
}): PathSearch {
  const { clock, service, connections } = deps
  /** The last of each connection. */
  const searches = new Map<string, Search>()

  const isRecent = ({ beganAt }: Search) => clock.monotonic() - beganAt < searchEveryMs

  /** Whether the path is the service's, by what it answered about the task, or about one that can't exist. */
  function isRight(search: Search, path: string, sight: TaskSight): boolean {
    const { candidate } = search
    const isTold = sight.kind === 'task'
    search.candidate = null
    if (candidate === null && isTold && !sight.isSure) {
      search.candidate = { path, words: sight.words }
      return false
    }
    search.left.shift()
    search.isUnclear ||= sight.kind === 'unclear'
    if (sight.kind === 'unclear' || candidate === null) return isTold
    // A path that says the same of any id knows nothing.
    return !isTold || sight.words !== candidate.words
  }

  return {
    begin({ jobId, kind: { connectionId } }, { frozen }) {
      const last = searches.get(connectionId)
      const connection = connections.find(connectionId)
      if (connection === null || connection.kind === 'demo' || connection.taskPath !== null) return
      if (!sameOrigin(connection.baseUrl, frozen.origin) || (last !== undefined && isRecent(last))) return
      const left = [...knownTaskPaths(sentPlace(frozen))]
      searches.set(connectionId, {
        jobId,
        beganAt: clock.monotonic(),
        left,
        candidate: null,
        isUnclear: false,
      })
    },

    isFor(task) {
      const search = searches.get(task.kind.connectionId)
      return search?.jobId === task.jobId && search.left.length > 0 && isLost(task, clock.monotonic())
    },

    async step(task, { job, taskId }, target, signal) {
      const { connectionId } = task.kind
      const search = searches.get(connectionId)
      const [path] = search?.left ?? []
      if (search === undefined || path === undefined) return
      const content = sentContent(job, connections.find(connectionId))
      const id = search.candidate === null ? taskId : impossibleTaskId
      const sight = await service.look(target, id, { ...content, at: pathFor(path, id), signal })
      if (signal.aborted || !isRight(search, path, sight)) return
      search.left.length = 0
      search.isUnclear = true
      connections.learnTaskPath(connectionId, path)
    },

    wasInVain(connectionId) {
      const search = searches.get(connectionId)
      return search !== undefined && isRecent(search) && search.left.length === 0 && !search.isUnclear
    },
  }
}
