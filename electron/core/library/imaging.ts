import { AppFailure, appError, type ErrorCode } from '@shared/errors'
import {
  type ImagingAnswer,
  type ImagingRequest,
  type Inspection,
  imagingAnswerSchema,
} from '@shared/processes/imaging'
import { keepProcess, type ProcessEnd } from '../keptProcess'
import type { ChildChannel, Clock, Logger, Processes } from '../ports'

/** Decoding takes memory by the picture: this many keep the cores busy and no more pictures open. */
const atOnce = 2
/** Longer is not waited for: the drive may be slow, or the file one that never ends. */
const requestTimeoutMs = 60_000

/**
 * Images that nobody vouches for, decoded in a process of their own. Both throw AppFailure `imageNotAnImage`,
 * `imageUndecodable`, `imageTooLarge`, `imageLost` (no such file); of what says nothing of the file `imageSlow` (not
 * decoded within a minute), `decoderEnded` (twice, the second time with this file alone), `internal` (the decoder can't
 * be started); once stopped, `interrupted`.
 */
export interface Imaging {
  /** Decodes the whole file, before any thumbnail that waits; `alone` with nothing else beside it. */
  inspect(path: string, options?: { readonly alone: boolean }): Promise<Inspection>
  /** Writes a WebP of at most `edge` pixels on its longer side. Also throws `libraryUnwritable`. */
  thumbnail(path: string, target: string, edge: number): Promise<void>
  /** Ends the process and whatever was asked of it. */
  stop(): Promise<void>
}

/** What says that these bytes will never be an image. Anything else says that this can't be told now. */
export const hopeless: ReadonlySet<ErrorCode> = new Set([
  'imageNotAnImage',
  'imageUndecodable',
  'imageTooLarge',
])

type Ask = (id: number) => ImagingRequest
type Answer = Extract<ImagingAnswer, { readonly kind: 'inspected' | 'thumbnailed' }>

interface Work {
  readonly kind: ImagingRequest['kind']
  readonly ask: Ask
  readonly alone: boolean
  readonly resolve: (answer: Answer) => void
  readonly reject: (failure: AppFailure) => void
  /** How often the process ended while it worked on this. */
  readonly deaths: number
}

const failure = (code: ErrorCode, cause?: string): AppFailure =>
  new AppFailure(appError(code, { detail: cause === undefined ? null : { cause } }))

/** Starts the imaging process on first use, and again when it died. Requests wait here, in the order they came. */
export function createImaging(deps: {
  readonly processes: Processes
  readonly clock: Clock
  readonly logger: Logger
}): Imaging {
  const { processes, clock, logger } = deps
  let stopped = false
  let lastId = 0
  let waiting: Work[] = []
  const running = new Map<number, { readonly work: Work; readonly endTimer: () => void }>()
  const decoder = keepProcess({
    processes,
    clock,
    logger,
    entry: 'imaging',
    args: [],
    read(message) {
      const answer = imagingAnswerSchema.parse(message)
      return answer.kind === 'ready' ? null : answer
    },
    onReady: proceed,
    onAnswer: settle,
    onEnd: recover,
  })

  /** Two files may have been open when the process died: each is tried once more, alone, to find the one that kills. */
  function recover({ unstartable }: ProcessEnd): void {
    for (const work of takeRunning()) {
      const again = { ...work, deaths: work.deaths + 1 }
      if (again.deaths < 2) waiting.unshift(again)
      else work.reject(failure('decoderEnded'))
    }
    if (unstartable) rejectAll(failure('internal', 'the imaging process did not start'))
    proceed()
  }

  function proceed(): void {
    while (!stopped) {
      const work = next()
      if (work === undefined) return
      const channel = decoder.channel()
      if (channel === null || running.size >= roomFor(work)) return
      waiting = waiting.filter((other) => other !== work)
      run(channel, work)
    }
  }

  const isSuspected = ({ alone, deaths }: Work) => alone || deaths > 0
  const runningNow = () => [...running.values()].map(({ work }) => work)

  /** The oldest of the kind of which fewer run: images get their place while many thumbnails are made, and the other way round. */
  function next(): Work | undefined {
    const [oldest] = waiting
    if (oldest === undefined || isSuspected(oldest)) return oldest
    const inspections = runningNow().filter(({ kind }) => kind === 'inspect').length
    const kind = inspections * 2 <= running.size ? 'inspect' : 'thumbnail'
    return waiting.find((work) => work.kind === kind) ?? oldest
  }

  /** How many may run then, itself among them. Thumbnails, for example of a slow drive, never keep an image from its place. */
  function roomFor(work: Work): number {
    const others = runningNow()
    if ([work, ...others].some(isSuspected)) return 1
    const isBeside = work.kind === 'inspect' && others.every(({ kind }) => kind === 'thumbnail')
    return isBeside ? atOnce + 1 : atOnce
  }

  function run(channel: ChildChannel, work: Work): void {
    lastId += 1
    const id = lastId
    const endTimer = clock.after(requestTimeoutMs, () => {
      running.delete(id)
      work.reject(failure('imageSlow'))
      // Nothing is held against the others.
      waiting = [...takeRunning(), ...waiting]
      decoder.abandon()
      proceed()
    })
    running.set(id, { work, endTimer })
    channel.send(work.ask(id))
  }

  function settle(answer: Exclude<ImagingAnswer, { readonly kind: 'ready' }>): void {
    const asked = running.get(answer.id)
    if (!asked) return
    running.delete(answer.id)
    asked.endTimer()
    const { work } = asked
    if (answer.kind === 'failed') work.reject(failure(answer.code))
    else work.resolve(answer)
    proceed()
  }

  function takeRunning(): readonly Work[] {
    const taken = [...running.values()]
    running.clear()
    for (const { endTimer } of taken) endTimer()
    return taken.map(({ work }) => work)
  }

  function rejectAll(reason: AppFailure): void {
    const works = [...takeRunning(), ...waiting]
    waiting = []
    for (const work of works) work.reject(reason)
  }

  const request = (work: Pick<Work, 'kind' | 'ask' | 'alone'>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (stopped) return reject(failure('interrupted'))
      waiting.push({ ...work, resolve, reject, deaths: 0 })
      proceed()
    })

  return {
    async inspect(path, { alone } = { alone: false }) {
      const answer = await request({ kind: 'inspect', ask: (id) => ({ kind: 'inspect', id, path }), alone })
      if (answer.kind !== 'inspected') throw new Error(`imaging answered an inspection with ${answer.kind}`)
      return answer.inspection
    },
    async thumbnail(path, target, edge) {
      const ask: Ask = (id) => ({ kind: 'thumbnail', id, path, target, edge })
      await request({ kind: 'thumbnail', ask, alone: false })
    },
    async stop() {
      stopped = true
      rejectAll(failure('interrupted'))
      await decoder.stop()
    },
  }
}
