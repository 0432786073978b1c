import { expect, test } from 'vitest'
import { cases } from '../../../scripts/testRun/cases'
import {
  type AnswerCase,
  answerCases,
  otherwise,
  type Understood,
  wireAnswer,
} from '../../support/answerCases'
import { eventually } from '../../support/eventually'
import { httpService } from '../service/serviceHarness'
import { connect, enqueue, openQueue, type QueueHarness } from './queueHarness'

/** How the job of a case stands. */
interface Standing {
  readonly state: string
  readonly billed: string
  readonly code: string | null
  readonly taskId: string | null
  readonly doubt: string | null
  /** The code of what its connection is held for. */
  readonly hold: string | null
  readonly heldPolls: boolean
  readonly ready: number
  /** What its first request came to; null until it was answered. */
  readonly outcome: string | null
  /** Milliseconds from its last request until it may be sent again. */
  readonly waits: number | null
}

interface JobRow extends Omit<Standing, 'hold' | 'heldPolls'> {
  readonly batchId: string
  readonly connectionId: string
}

interface Played {
  readonly one: AnswerCase
  readonly batchId: string
  posts: number
  polls: number
}

/** How the jobs stand, by their batch. */
function standings({ db, connections }: QueueHarness): ReadonlyMap<string, Standing> {
  const rows = db.all<JobRow>(
    `SELECT batch_id AS batchId, connection_id AS connectionId, state, billed, error_json ->> 'code' AS code,
       task_id AS taskId, doubt,
       (SELECT outcome FROM attempts WHERE job_id = jobs.id ORDER BY number LIMIT 1) AS outcome,
       not_before - (SELECT max(started_at) FROM attempts WHERE job_id = jobs.id) AS waits,
       (SELECT count(*) FROM items WHERE job_id = jobs.id AND state = 'ready') AS ready
     FROM jobs`,
  )
  const holds = new Map(connections.list().map(({ id, hold }) => [id, hold]))
  return new Map(
    rows.map(({ batchId, connectionId, ...job }) => {
      const hold = holds.get(connectionId) ?? null
      return [batchId, { ...job, hold: hold?.error.code ?? null, heldPolls: hold?.polls === true }]
    }),
  )
}

const isPoll = ({ mode }: AnswerCase): boolean => mode === 'poll'
const taskIdOf = ({ taskId }: AnswerCase): string => taskId ?? 'task-1'

/** What the verdict of a case makes of its job. */
function wanted(one: AnswerCase, verdict: Understood, got: Standing): Partial<Standing> {
  const free = { hold: null, heldPolls: false }
  const taskId = isPoll(one) ? taskIdOf(one) : one.expected.taskId
  const waiting = isPoll(one) ? ({ state: 'running' } as const) : ({ state: 'queued', billed: 'no' } as const)
  const isOfSuccess = isPoll(one) || one.httpStatus < 300
  switch (verdict) {
    case 'image':
      return { ...free, billed: 'yes' }
    case 'running':
    case 'doneWithoutImage':
    case 'unknownStatus':
      return { ...free, state: 'running', code: null, ...(taskId === undefined ? {} : { taskId }) }
    case 'moderated':
      return { ...free, state: 'failed', code: 'moderated', billed: isOfSuccess ? 'maybe' : 'no' }
    case 'failed':
      return { ...free, state: 'failed', billed: 'maybe' }
    case 'cancelled':
      return { ...free, state: 'failed', code: 'taskCancelled', billed: 'maybe' }
    case 'noCredit':
      return { ...waiting, hold: 'creditExhausted', heldPolls: false }
    case 'keyRefused':
      return { ...waiting, hold: 'keyRefused', heldPolls: isPoll(one) }
    case 'limited':
      if (isPoll(one)) return { ...waiting, ...free }
      // Its next try, once waiting is over, is held open.
      return {
        ...free,
        state: got.state === 'sending' ? 'sending' : 'queued',
        billed: 'no',
        outcome: 'limited',
      }
    case 'refused':
      return got.hold === 'accessBarred'
        ? { state: 'queued', billed: 'no', heldPolls: false }
        : { ...free, state: 'failed', billed: 'no' }
    case 'uncertain':
      return { ...free, state: 'uncertain', billed: 'maybe' }
    case 'unknownTask':
    case 'retry':
      return {
        state: 'running',
        taskId: taskIdOf(one),
        doubt: verdict === 'retry' ? null : 'unknown',
        ...free,
      }
  }
}

/** How a job differs from what it should be, a line each. */
function differences({ one, posts }: Played, verdict: Understood, got: Standing): readonly string[] {
  const is = new Map(Object.entries(got))
  const wrong = Object.entries(wanted(one, verdict, got)).flatMap(([name, value]) =>
    is.get(name) === value ? [] : [`${name} ${is.get(name)}, not ${value}`],
  )
  const least = verdict === 'image' ? (one.expected.minimum ?? one.expected.images ?? 1) : 0
  if (got.ready < least) wrong.push(`${got.ready} images are ready, not ${least}`)
  const { waitMs = 0 } = one.expected
  if (verdict === 'limited' && got.state === 'queued' && (got.waits ?? 0) < waitMs)
    wrong.push(`waits ${got.waits} ms, not ${waitMs}`)
  if (posts > 1 && got.outcome !== 'limited') wrong.push(`${posts} requests`)
  return wrong
}

/** So many connections in one queue: each change looks at all of them. */
const atOnce = 15
const known = answerCases.filter(({ name }) => !otherwise.has(name))
/** How each of them is read is a test of its own: of those that are read alike, a few show what becomes of a job. */
const seen = new Map<string, number>()
const shown = known.filter(({ mode, httpStatus, expected }) => {
  const kind = JSON.stringify([mode, httpStatus, expected.verdict])
  const before = seen.get(kind) ?? 0
  seen.set(kind, before + 1)
  return before < cases(3, known.length)
})
const parts = Array.from({ length: Math.ceil(shown.length / atOnce) }, (_, at) =>
  shown.slice(at * atOnce, (at + 1) * atOnce),
)

test.each(parts.map((part) => [part[0]?.name, part] as const))(
  'answers of real services, from %s on, move real jobs',
  async (_, part) => {
    const played: Played[] = []
    const service = await httpService((request, response) => {
      const play = played[Number(/^\/case(\d+)\//.exec(request.url ?? '')?.[1])]
      // A path that is tried because the usual one doesn't know the task.
      if (play === undefined) return void response.writeHead(404).end()
      const { one } = play
      const isPost = request.method === 'POST'
      if (isPost) play.posts++
      else play.polls++
      if (isPost && isPoll(one)) {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ task_id: taskIdOf(one), status: 'pending' }))
        return
      }
      // Of a task that was only submitted nothing more is said, nor of a second request.
      if (isPost !== isPoll(one) && play.posts === 1) {
        const { headers, bytes } = wireAnswer(one)
        response.writeHead(one.httpStatus, headers).end(bytes)
      }
    })
    const queue = await openQueue()
    for (const [at, one] of part.entries()) {
      const connection = await connect(queue, service.baseUrl, { pathPrefix: `/case${at}` })
      const mode = one.mode === 'direct' ? 'direct' : 'background'
      const asked = { prompt: one.prompt ?? 'a fern', mode } as const
      // Its first request comes later, in a turn of its own.
      played.push({ one, batchId: enqueue(queue, connection, asked), posts: 0, polls: 0 })
    }

    /** Its answer was applied: the poll that comes next shows that, if nothing else does. */
    function isApplied({ one, polls }: Played, { outcome, state, doubt }: Standing): boolean {
      if (outcome === null) return false
      return !isPoll(one) || state !== 'running' || doubt !== null || polls > 1
    }
    const ended = await eventually(
      () => {
        const now = standings(queue)
        const isOver = played.every((one) => {
          const got = now.get(one.batchId)
          return got !== undefined && isApplied(one, got)
        })
        return isOver ? now : null
      },
      { what: 'every answer to be applied' },
    )
    const wrong = played.flatMap((play) => {
      const got = ended.get(play.batchId)
      const found =
        got === undefined ? [] : play.one.expected.verdict.map((verdict) => differences(play, verdict, got))
      if (found.some((some) => some.length === 0)) return []
      return [`${play.one.name}: ${found.map((some) => some.join('; ')).join(' or ')}`]
    })
    expect(wrong).toEqual([])
  },
)
