import { totalmem } from 'node:os'
import { AppFailure, appError, type ErrorCode } from '@shared/errors'
import type { FileAccount } from '@shared/model/brought'
import type { CopyAccount } from '@shared/model/copyAccount'
import {
  type Conversion,
  type ImageDescription,
  type ImagingAnswer,
  type ImagingRequest,
  type Inspection,
  imagingAnswerSchema,
  type PictureCopy,
  type RecipeCopy,
  type StrippedFile,
} from '@shared/processes/imaging'
import { keepProcess, type ProcessEnd } from '../keptProcess'
import type { ChildChannel, Clock, Logger, Processes } from '../ports'

/** Decoding takes memory for each picture: this many keep the cores busy without opening more pictures. */
const atOnce = 2
/** Conversions that run beside those: they are long, and nobody who looks at images waits for them. */
const conversionsAtOnce = 2
/** We don't wait longer than this: the drive may be slow, or the file endless. */
const requestTimeoutMs = 60_000
const conversionTimeoutMs = 600_000
/** How often the decoder's memory is checked while it works, in milliseconds. */
const memoryLookMs = 100
const mebibyte = 1024 * 1024
/**
 * How much memory the decoder may use, in bytes: a quarter of the computer's, at most 1.5 GiB. On small computers,
 * enough for it to work at all.
 */
const defaultMemoryBound = Math.min(1536 * mebibyte, Math.max(512 * mebibyte, totalmem() / 4))

/**
 * Handles untrusted images, decoded in a separate process whose memory is watched. A picture that takes more than the
 * limit twice, the second time alone in a new process, is too large to be decoded.
 *
 * All but `stop` throw AppFailure. Faults of the file: `imageNotAnImage`, `imageUndecodable`, `imageLost` (no such file,
 * or none that can be read: the system's code says which). Errors that say nothing about it: `imageSlow` (not decoded
 * within a minute), `decoderEnded` (twice, the second time with this file alone), `internal` (the decoder can't be
 * started). Once stopped: `interrupted`.
 */
export interface Imaging {
  /**
   * Decodes the whole file, before any waiting thumbnail; `alone` with nothing else beside it. For a picture that is
   * too large, it reports what its header says. `copies` are written along the way if they can be.
   */
  inspect(
    path: string,
    options?: { readonly alone?: boolean; readonly copies?: readonly PictureCopy[] },
  ): Promise<Inspection>
  /**
   * Writes copies and returns the placeholder; if `isUnhurried`, one at a time and only while nothing else waits. Also
   * throws `imageTooLarge` and `libraryUnwritable`.
   */
  thumbnail(
    path: string,
    copies: readonly PictureCopy[],
    options?: { readonly isUnhurried: boolean },
  ): Promise<string>
  /** Reads what a file says about how it was made, from its texts alone; with `decode`, also what its pixels hide. */
  provenance(path: string, options?: { readonly decode: boolean }): Promise<FileAccount>
  /**
   * What a copy by a recipe would say and lose, and what would be written beside it. With `decode`, also what its pixels
   * hide. Also throws `imageTooLarge` and `metadataUnfit`.
   */
  foresee(
    path: string,
    copy: RecipeCopy,
    beside: ImageDescription | null,
    options: { readonly decode: boolean },
  ): Promise<CopyAccount>
  /**
   * Writes it in another format into an existing file; returns the SHA-256 of that. Also throws `imageTooLarge` and
   * `libraryUnwritable`, with the system's code.
   */
  convert(path: string, conversion: Conversion): Promise<string>
  /**
   * Also writes an original, without anything that it says outside of its pixels; `decode` as of `foresee`. Also throws
   * `metadataUnfit`.
   */
  strip(path: string, target: string, options: { readonly decode: boolean }): Promise<StrippedFile>
  /** Writes a description into a file of its own. Throws `libraryUnwritable`, with the system's code. */
  describe(path: string, description: ImageDescription): Promise<string>
  /** Ends the process and all its requests. */
  stop(): Promise<void>
}

/** Errors which mean that these bytes will never be an image. After any other error, that isn't known yet. */
export const hopeless: ReadonlySet<ErrorCode> = new Set(['imageNotAnImage', 'imageUndecodable'])

type Answer = Extract<
  ImagingAnswer,
  { readonly kind: 'inspected' | 'thumbnailed' | 'provenanceRead' | 'foreseen' | 'written' | 'stripped' }
>

type WritingQuestion =
  | Omit<Extract<ImagingRequest, { readonly kind: 'convert' }>, 'id'>
  | Omit<Extract<ImagingRequest, { readonly kind: 'strip' }>, 'id'>
  | Omit<Extract<ImagingRequest, { readonly kind: 'describe' }>, 'id'>

type Question =
  | Omit<Extract<ImagingRequest, { readonly kind: 'inspect' }>, 'id'>
  | Omit<Extract<ImagingRequest, { readonly kind: 'thumbnail' }>, 'id'>
  | Omit<Extract<ImagingRequest, { readonly kind: 'provenance' }>, 'id'>
  | Omit<Extract<ImagingRequest, { readonly kind: 'foresee' }>, 'id'>
  | WritingQuestion

interface Work {
  readonly question: Question
  readonly alone: boolean
  readonly isUnhurried: boolean
  readonly resolve: (answer: Answer) => void
  readonly reject: (failure: AppFailure) => void
  /** How often the process ended while working on this. */
  readonly deaths: number
  /** How much longer it may run, in milliseconds. */
  readonly left: number
}

interface Running {
  readonly work: Work
  readonly channel: ChildChannel
  readonly since: number
  readonly endTimer: () => void
}

const failure = (code: ErrorCode, cause?: string): AppFailure =>
  new AppFailure(appError(code, { detail: cause === undefined ? null : { cause } }))

/** Starts the imaging process on first use, and again after it died. Requests wait here in order of arrival. */
export function createImaging(deps: {
  readonly processes: Processes
  readonly clock: Clock
  readonly logger: Logger
  /** How much memory the decoder may use, in bytes; default a quarter of the computer's, at most 1.5 GiB. */
  readonly memoryBound?: number
}): Imaging {
  const { processes, clock, logger, memoryBound = defaultMemoryBound } = deps
  let stopped = false
  let endWatch: (() => void) | null = null
  let lastId = 0
  let waiting: Work[] = []
  const running = new Map<number, Running>()
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

  function recover({ unstartable }: ProcessEnd): void {
    tryAlone((work) => work.reject(failure('decoderEnded')))
    if (unstartable) rejectAll(failure('internal', 'the imaging process did not start'))
    proceed()
  }

  /**
   * Several files may have been open when the process ended: each is tried once more, alone and with all its time, to
   * find the one that ends it.
   */
  function tryAlone(onSecond: (work: Work) => void): void {
    for (const work of takeRunning()) {
      if (work.deaths === 0) waiting.unshift({ ...work, deaths: 1, left: timeFor(work) })
      else onSecond(work)
    }
  }

  /** Runs while any work is running. */
  function watchMemory(): void {
    endWatch ??= clock.after(memoryLookMs, () => {
      endWatch = null
      const [first] = running.values()
      if (first === undefined) return
      const bytes = first.channel.memory()
      if (bytes !== null && bytes > memoryBound) refuseMemory(bytes)
      watchMemory()
    })
  }

  /** Its memory would keep growing, so the process is ended before the system has to do it. */
  function refuseMemory(bytes: number): void {
    logger.warn('imaging.memory', { megabytes: Math.round(bytes / mebibyte), requests: running.size })
    tryAlone((work) => {
      const { question } = work
      if (question.kind !== 'inspect') work.reject(failure('imageTooLarge'))
      else if (isGlance(work)) work.reject(failure('decoderEnded'))
      else waiting.unshift({ ...work, question: { ...question, decode: false } })
    })
    decoder.abandon()
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

  /** For a picture that is too large, only the header is read; if that fails, it shows nothing about the file. */
  const isGlance = ({ question }: Work) => question.kind === 'inspect' && !question.decode
  const isInspection = ({ question }: Work) => question.kind === 'inspect'
  const isConversion = ({ question }: Pick<Work, 'question'>) =>
    question.kind === 'convert' || question.kind === 'strip' || question.kind === 'describe'
  const timeFor = (work: Pick<Work, 'question'>) =>
    isConversion(work) ? conversionTimeoutMs : requestTimeoutMs

  /**
   * The oldest of the kind with fewer running: images are saved while many thumbnails are made, and the other way
   * round.
   */
  function next(): Work | undefined {
    const conversions = runningNow().filter(isConversion).length
    const open = waiting.filter((work) => !isConversion(work) || conversions < conversionsAtOnce)
    const [first] = open
    if (first === undefined || isSuspected(first)) return first
    const hurried = open.filter(({ isUnhurried }) => !isUnhurried)
    const [oldest] = hurried
    if (oldest === undefined) return running.size === 0 ? first : undefined
    const inspections = runningNow().filter(isInspection).length
    const wantsInspection = inspections * 2 <= running.size
    return hurried.find((work) => isInspection(work) === wantsInspection) ?? oldest
  }

  /**
   * How many may run then, including this one. Thumbnails, for example from a slow drive, never keep an image from
   * being saved.
   */
  function roomFor(work: Work): number {
    const others = runningNow()
    if ([work, ...others].some(isSuspected)) return 1
    if (isConversion(work)) return running.size + 1
    const isBeside = isInspection(work) && !others.some(isInspection)
    return others.filter(isConversion).length + (isBeside ? atOnce + 1 : atOnce)
  }

  function run(channel: ChildChannel, work: Work): void {
    lastId += 1
    const id = lastId
    const endTimer = clock.limit(work.left, () => {
      running.delete(id)
      work.reject(failure('imageSlow'))
      // The others aren't the cause.
      waiting = [...takeRunning(), ...waiting]
      decoder.abandon()
      proceed()
    })
    running.set(id, { work, channel, since: clock.monotonic(), endTimer })
    channel.send({ ...work.question, id } satisfies ImagingRequest)
    watchMemory()
  }

  function settle(answer: Exclude<ImagingAnswer, { readonly kind: 'ready' }>): void {
    const asked = running.get(answer.id)
    if (!asked) return
    running.delete(answer.id)
    asked.endTimer()
    const { work } = asked
    if (answer.kind !== 'failed') work.resolve(answer)
    else
      work.reject(
        failure(
          isGlance(work) && answer.code === 'imageUndecodable' ? 'decoderEnded' : answer.code,
          answer.cause,
        ),
      )
    proceed()
  }

  /**
   * What runs, to be run again because of another. A conversion would otherwise be begun anew as often as thumbnails
   * time out beside it, so it has its time once.
   */
  function takeRunning(): readonly Work[] {
    const taken = [...running.values()]
    running.clear()
    for (const { endTimer } of taken) endTimer()
    const now = clock.monotonic()
    return taken.map(({ work, since }) =>
      isConversion(work) ? { ...work, left: Math.max(0, work.left - (now - since)) } : work,
    )
  }

  function rejectAll(reason: AppFailure): void {
    const works = [...takeRunning(), ...waiting]
    waiting = []
    for (const work of works) work.reject(reason)
  }

  const request = (
    question: Question,
    { alone = false, isUnhurried = false }: { readonly alone?: boolean; readonly isUnhurried?: boolean },
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (stopped) return reject(failure('interrupted'))
      const left = timeFor({ question })
      waiting.push({ question, alone, isUnhurried, resolve, reject, deaths: 0, left })
      proceed()
    })

  async function write(question: WritingQuestion): Promise<string> {
    const answer = await request(question, {})
    if (answer.kind !== 'written') throw new Error(`imaging answered a ${question.kind} with ${answer.kind}`)
    return answer.sha256
  }

  return {
    async inspect(path, { alone = false, copies = [] } = {}) {
      const answer = await request({ kind: 'inspect', path, decode: true, copies: [...copies] }, { alone })
      if (answer.kind !== 'inspected') throw new Error(`imaging answered an inspection with ${answer.kind}`)
      return answer.inspection
    },
    async thumbnail(path, copies, options = { isUnhurried: false }) {
      const answer = await request({ kind: 'thumbnail', path, copies: [...copies] }, options)
      if (answer.kind !== 'thumbnailed') throw new Error(`imaging answered a thumbnail with ${answer.kind}`)
      return answer.placeholder
    },
    async provenance(path, { decode } = { decode: false }) {
      const answer = await request({ kind: 'provenance', path, decode }, {})
      if (answer.kind !== 'provenanceRead') throw new Error(`imaging answered for texts with ${answer.kind}`)
      return answer.provenance
    },
    async foresee(path, copy, beside, { decode }) {
      const answer = await request({ kind: 'foresee', path, copy, beside, decode }, {})
      if (answer.kind !== 'foreseen') throw new Error(`imaging foresaw a copy with ${answer.kind}`)
      return answer.account
    },
    convert: (path, conversion) => write({ kind: 'convert', path, conversion }),
    async strip(path, target, { decode }) {
      const answer = await request({ kind: 'strip', path, target, decode }, {})
      if (answer.kind !== 'stripped') throw new Error(`imaging answered a strip with ${answer.kind}`)
      return answer.stripped
    },
    describe: (path, description) => write({ kind: 'describe', path, description }),
    async stop() {
      stopped = true
      rejectAll(failure('interrupted'))
      endWatch?.()
      await decoder.stop()
    },
  }
}
