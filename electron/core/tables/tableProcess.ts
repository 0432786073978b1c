import { AppFailure, appError, type ErrorCode } from '@shared/errors'
import type { OpenTable } from '@shared/model/table'
import { type TableAnswer, type TableRequest, tableAnswerSchema } from '@shared/processes/tables'
import { keepProcess, type ProcessEnd } from '../keptProcess'
import type { ChildChannel, Clock, Logger, Processes } from '../ports'

type Answer = Exclude<TableAnswer, { readonly kind: 'ready' }>
type AnswerKind = Exclude<Answer['kind'], 'failed' | 'progress'>
type WithoutId<R> = R extends TableRequest ? Omit<R, 'id'> : never
export type TableAsk = WithoutId<TableRequest>

/**
 * One table in a separate process, which reads untrusted files. It starts with the first request, and again after it
 * died, because the table is in a file. Requests that were open then are repeated once.
 */
export interface TableProcess {
  /**
   * Answered as the named kind. Throws AppFailure: what the process reports, `tableTooLarge` if it died of this twice,
   * `internal` if it can't be started, `tableClosed` once stopped.
   */
  ask<K extends AnswerKind>(kind: K, ask: TableAsk): Promise<Extract<Answer, { readonly kind: K }>>
  /** Ends the process and all requests to it. */
  stop(): Promise<void>
}

interface Work {
  readonly ask: TableAsk
  readonly resolve: (answer: Answer) => void
  readonly reject: (failure: AppFailure) => void
  /** How often the process ended while working on this. */
  readonly deaths: number
}

const failure = (code: ErrorCode): AppFailure => new AppFailure(appError(code))

export function createTableProcess(deps: {
  readonly processes: Processes
  readonly clock: Pick<Clock, 'limit'>
  readonly logger: Pick<Logger, 'warn'>
  /** Absolute: where tables are kept. */
  readonly folder: string
  readonly tableId: string
  /** Called with the current table whenever the process reports it. */
  readonly onTable: (table: OpenTable) => void
}): TableProcess {
  const { tableId, onTable } = deps
  let stopped = false
  let lastId = 0
  let waiting: Work[] = []
  const running = new Map<number, Work>()
  /** Whether the running process has the table: that request goes first. */
  let opening: 'not' | 'asked' | 'done' = 'not'
  const kept = keepProcess({
    ...deps,
    entry: 'tables',
    args: [deps.folder],
    read(message) {
      const answer = tableAnswerSchema.parse(message)
      return answer.kind === 'ready' ? null : answer
    },
    onReady: proceed,
    onAnswer: settle,
    onEnd: recover,
  })

  function recover({ unstartable }: ProcessEnd): void {
    // While the table was being opened nothing else was under way, and any waiting request may be what it died of.
    const victims = opening === 'asked' ? waiting.splice(0) : [...running.values()]
    running.clear()
    opening = 'not'
    for (const work of victims.toReversed()) {
      if (work.deaths === 0) waiting.unshift({ ...work, deaths: 1 })
      else work.reject(failure('tableTooLarge'))
    }
    if (unstartable) rejectAll(failure('internal'))
    proceed()
  }

  function proceed(): void {
    while (!stopped) {
      const [work] = waiting
      const channel = work === undefined ? null : kept.channel()
      if (work === undefined || channel === null || opening === 'asked') return
      if (opening === 'not' && work.ask.kind !== 'read') {
        reopen(channel)
        return
      }
      opening = 'done'
      waiting.shift()
      run(channel, work)
    }
  }

  function reopen(channel: ChildChannel): void {
    opening = 'asked'
    run(channel, {
      ask: { kind: 'reopen', tableId },
      resolve() {
        opening = 'done'
        proceed()
      },
      reject(problem) {
        opening = 'not'
        rejectAll(problem)
      },
      deaths: 0,
    })
  }

  function run(channel: ChildChannel, work: Work): void {
    lastId += 1
    running.set(lastId, work)
    channel.send({ ...work.ask, id: lastId } satisfies TableRequest)
  }

  function settle(answer: Answer): void {
    const work = running.get(answer.id)
    if (work === undefined) return
    if ('table' in answer) onTable(answer.table)
    if (answer.kind === 'progress') return
    running.delete(answer.id)
    if (answer.kind === 'failed') work.reject(new AppFailure(answer.error))
    else work.resolve(answer)
  }

  function rejectAll(reason: AppFailure): void {
    const works = [...running.values(), ...waiting]
    running.clear()
    waiting = []
    for (const work of works) work.reject(reason)
  }

  return {
    async ask(kind, ask) {
      const answer = await new Promise<Answer>((resolve, reject) => {
        if (stopped) return reject(failure('tableClosed'))
        waiting.push({ ask, resolve, reject, deaths: 0 })
        proceed()
      })
      if (!isOf(answer, kind)) throw new Error(`the table process answered ${ask.kind} with ${answer.kind}`)
      return answer
    },
    async stop() {
      stopped = true
      rejectAll(failure('tableClosed'))
      await kept.stop()
    },
  }
}

function isOf<K extends AnswerKind>(
  answer: Answer,
  kind: K,
): answer is Extract<Answer, { readonly kind: K }> {
  return answer.kind === kind
}
