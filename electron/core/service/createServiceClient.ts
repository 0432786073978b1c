import { randomUUID } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { appError } from '@shared/errors'
import type { Clock, Logger } from '../ports'
import { createTurnShare, type TurnShare } from '../turnShare'
import { type ReadAnswer, readAnswer, readPlace } from './answers/answerReading'
import type { RawAnswer } from './answers/rawAnswer'
import type { ImageSource, TaskReading } from './answers/reading'
import type { BodyPace } from './bodyPace'
import { createDispatchers } from './dispatchers'
import { download } from './download'
import {
  callHeaders,
  type Endpoint,
  generationsEndpoint,
  isSendableKey,
  paidHeaders,
  requestBody,
  taskEndpoint,
} from './endpoints'
import type { Exchange } from './exchange'
import { exchange } from './httpExchange'
import { createWarmKeyRedactor, createWordRedactor, type KeyRedactor, struckBytes } from './keyRedaction'
import { causeOf } from './networkErrors'
import { answeredPoll, answeredTest, impossibleTaskId, unansweredPoll, unansweredTest } from './pollVerdict'
import { liesInside } from './privateAddresses'
import { createSentHeaders } from './sentHeaders'
import type { ServiceClient } from './serviceClient'
import { createSpool } from './spool'
import { filesBesides, imageSources, sourcesOf, spoolImages, withOtherFiles } from './spoolImages'
import { answeredSubmit, unansweredSubmit } from './submitVerdict'
import type { Target } from './target'
import { sightOf } from './taskSight'
import { defaultTimeouts, type Timeouts } from './timeouts'
import { retold } from './verdict'

/** How many milliseconds one download attempt may take: what arrived by then isn't lost. */
const longestMs = 3_600_000

export interface ServiceClientDeps {
  readonly clock: Clock
  readonly logger: Logger
  /** Absolute; created when first needed. Holds large answers and images that came as base64. */
  readonly spoolFolder: string
  /** PEM certificates trusted in addition to the built-in ones. */
  readonly extraCa?: string
  readonly timeouts?: Partial<Timeouts> | undefined
  /** Default its own. */
  readonly share?: TurnShare
  /** Resolves names; default the system's. */
  readonly lookup?: LookupFunction
}

export function createServiceClient(deps: ServiceClientDeps): ServiceClient {
  const { clock, logger, spoolFolder, extraCa, lookup, share = createTurnShare({ clock }) } = deps
  const timeouts = { ...defaultTimeouts, ...deps.timeouts }
  const freePace: BodyPace = { windowMs: timeouts.pace, leastBytes: (1024 * timeouts.pace) / 1000, longestMs }
  const paidPace: BodyPace = { windowMs: timeouts.answer, leastBytes: 0, longestMs: timeouts.answer }
  const wire = createSentHeaders()
  const spool = createSpool(spoolFolder)
  const dispatchers = createDispatchers({
    clock,
    timeoutMs: timeouts.connect,
    ...(extraCa === undefined ? {} : { extraCa }),
    ...(lookup === undefined ? {} : { lookup }),
  })
  const names = { clock, lookup, nameTimeoutMs: timeouts.connect }
  const redactors = new Map<string | null, Promise<KeyRedactor>>()

  /** Made once per key: its pattern is costly compared with a poll. */
  function redactorOf(key: string | null): Promise<KeyRedactor> {
    const redactor = redactors.get(key) ?? createWarmKeyRedactor(key)
    redactors.set(key, redactor)
    return redactor
  }

  async function call(
    target: Target,
    endpoint: Endpoint,
    request: {
      readonly paid: { readonly body: string; readonly headers: Readonly<Record<string, string>> } | null
      readonly owner: string
      readonly prefix: string
      readonly headersTimeoutMs: number
      readonly signal: AbortSignal
      readonly recall?: AbortSignal | undefined
    },
  ): Promise<Exchange> {
    const { paid, owner, prefix, headersTimeoutMs, signal, recall } = request
    if (!isSendableKey(target.key))
      return { kind: 'unanswered', written: false, error: appError('keyRefused') }
    const redact = await redactorOf(target.key)
    const ended = await exchange(
      { wire, spool, clock, logger },
      {
        dispatcher: await dispatchers.for(paid === null ? 'free' : 'paid', target.proxy),
        endpoint,
        method: paid === null ? 'GET' : 'POST',
        headers: { ...callHeaders(target), ...paid?.headers },
        body: paid?.body ?? null,
        headersTimeoutMs,
        bodyTimeoutMs: timeouts.body,
        pace: paid === null ? freePace : paidPace,
        owner,
        prefix,
        redact,
        signal,
        recall,
      },
    )
    // Whoever asked writes it down at once, and the answers to many come together.
    await share.turn()
    return ended
  }

  function ask(
    target: Target,
    taskId: string,
    options: {
      readonly at?: string | null
      /** Default the task. */
      readonly owner?: string
      readonly signal: AbortSignal
    },
  ): Promise<Exchange> {
    const { at = null, owner = ownerOf(target, taskId), signal } = options
    const headersTimeoutMs = timeouts.poll
    return call(target, taskEndpoint(target, taskId, at), {
      paid: null,
      owner,
      prefix: '',
      headersTimeoutMs,
      signal,
    })
  }

  /** Removes what was lifted out of a free answer but isn't used. */
  const tidy = (answer: RawAnswer, used: readonly (ImageSource | null)[]): Promise<void> =>
    spool.remove(filesBesides(answer, used))

  return {
    send(target, { mode, request, idempotencyKey, attemptId }, { signal, recall }) {
      const headersTimeoutMs = timeouts[mode]
      const paid = { body: requestBody(mode, request), headers: paidHeaders(idempotencyKey) }
      const prefix = prefixOf(attemptId)
      return call(target, generationsEndpoint(target), {
        paid,
        owner: attemptId,
        prefix,
        headersTimeoutMs,
        signal,
        recall,
      })
    },

    async findAnswer(attemptId) {
      const paths = await spool.find(`${prefixOf(attemptId)}image-`)
      if (paths.length === 0) return null
      const lifted = Object.fromEntries(paths.map((path) => [`lifted/${randomUUID()}`, path]))
      const body = { kind: 'text', text: '' } as const
      return { kind: 'answered', answer: { status: 200, headers: {}, body, lifted, complete: false } }
    },

    async readSubmit(sent, { attemptId, key = null, asked = null, ...content }) {
      if (sent.kind !== 'answered') return unansweredSubmit(sent)
      let answer: ReadAnswer
      try {
        answer = await readAnswer(sent.answer, { ...content, asked, now: clock.now() })
      } catch (problem) {
        // Its file is gone, for example after a backup of the profile was restored: its content is lost.
        if (causeOf(problem) !== 'ENOENT') throw problem
        return { kind: 'uncertain', error: appError('answerUnreadable', { retry: 'maybeTwice' }) }
      }
      const { lifted } = sent.answer
      const verdict = await answeredSubmit(answer, content.prompt, () =>
        spoolImages(answer.task, { owner: attemptId, spool, lifted }),
      )
      return retold(verdict, createWordRedactor(key))
    },

    async poll(target, taskId, { at = null, signal, ...content }) {
      const asked = await ask(target, taskId, { at, signal })
      if (asked.kind !== 'answered') return unansweredPoll(asked)
      const answer = await readAnswer(asked.answer, { ...content, taskId, now: clock.now() })
      const { lifted } = asked.answer
      const owner = ownerOf(target, taskId)
      const verdict = await answeredPoll(answer, { taskId, prompt: content.prompt }, () =>
        spoolImages(answer.task, { owner, spool, lifted }),
      )
      const redact = createWordRedactor(target.key)
      if (verdict.kind !== 'task') {
        await tidy(asked.answer, [])
        return retold(verdict, redact)
      }
      const isDone = saysDone(verdict.reading)
      const reading = isDone ? withOtherFiles(verdict.reading, asked.answer) : verdict.reading
      await tidy(asked.answer, sourcesOf(reading))
      const kept = isDone && reading.found.length > 0 ? { answer: asked.answer } : {}
      return retold({ ...verdict, ...kept, reading }, redact)
    },

    async readPlace(answer, role, path) {
      const read = await readPlace(answer, role, path)
      if (read.kind !== 'images') return read
      const { lifted } = answer
      const sources = await imageSources(read.images, { owner: randomUUID(), spool, lifted })
      return { kind: 'images', sources }
    },

    async look(target, taskId, { at, signal, ...content }) {
      // What it leaves is removed: it must not be the task's own.
      const owner = `${ownerOf(target, taskId)} ${at}`
      const asked = await ask(target, taskId, { at, owner, signal })
      if (asked.kind !== 'answered') return { kind: 'unclear' }
      const answer = await readAnswer(asked.answer, { ...content, taskId, now: clock.now() })
      await tidy(asked.answer, [])
      return sightOf(answer, taskId)
    },

    async test(target, { signal }) {
      const asked = await ask(target, impossibleTaskId, { signal })
      if (asked.kind !== 'answered') return unansweredTest(asked)
      const answer = await readAnswer(asked.answer, { prompt: '', now: clock.now() })
      await tidy(asked.answer, [])
      const tested = answeredTest(answer)
      return tested.outcome === 'reached' ? tested : retold(tested, createWordRedactor(target.key))
    },

    download: (url, options) =>
      download(
        {
          ...names,
          wire,
          dispatchers,
          clock,
          logger,
          timeoutMs: timeouts.download,
          pace: freePace,
        },
        url,
        options,
      ),

    async strike(text, key) {
      const redact = await redactorOf(key)
      return createWordRedactor(key)(redact(text, { cut: true }))
    },

    async *strikeBytes(bytes, key) {
      const redact = await redactorOf(key)
      // The bytes of its UTF-8 are read as a character each.
      const redactUtf8 = await redactorOf(key === null ? null : Buffer.from(key).toString('latin1'))
      yield* struckBytes(
        bytes,
        redactUtf8 === redact ? redact : (text, options) => redactUtf8(redact(text, options), options),
      )
    },

    keep: spool.write,

    findKept: spool.find,

    liesInside: (origin) => liesInside(origin, names),

    sweep: (kept) =>
      spool.sweep((names) => {
        const { attemptIds, ...files } = kept(names)
        return { ...files, owners: attemptIds }
      }, clock.now()),

    async close() {
      wire.close()
      await dispatchers.close()
    },
  }
}

/** A task that is done, with an image or without. */
const saysDone = ({ phase, error }: TaskReading): boolean =>
  phase === 'done' || error?.code === 'taskWithoutImage'

/** Begins the names of the files of a paid answer. */
function prefixOf(attemptId: string): string {
  return `${attemptId}-`
}

function ownerOf({ baseUrl }: Target, taskId: string): string {
  return `${baseUrl} ${taskId}`
}
