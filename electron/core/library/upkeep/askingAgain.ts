import { type AppError, AppFailure, appError } from '@shared/errors'
import type { AskResult } from '@shared/model/upkeep'
import { lstat } from '../../drive'
import { wholeTime } from '../../fileTime'
import { isFileProblem } from '../../storageProblem'
import { libraryOf } from '../imagePlacing'
import type { LibraryGround } from '../libraryGround'
import { unwritable } from '../libraryTrial'
import type { FileState, LostImage, UpkeepRows } from './upkeepRows'

/** What the service answered about an image: `back` with the same bytes; `unneeded`: it isn't missing any more. */
export type AskOutcome = Exclude<keyof AskResult, 'imageId' | 'failed' | 'error'> | 'unneeded'

/** An image couldn't be fetched, or put in its place. `ofConnection`: nor can any other of its connection. */
export interface AskFailure {
  readonly error: AppError
  readonly ofConnection: boolean
}

/**
 * Fetches the bytes of a missing image from the service that made it, for free. `put` takes a file of exactly these
 * bytes; false if the image doesn't need it any more.
 */
export type FetchAgain = (
  image: LostImage,
  options: { readonly put: (temp: string) => Promise<boolean>; readonly signal: AbortSignal },
) => Promise<AskOutcome | AskFailure>

/** Asks the service again for images whose files are missing. Their rows, requests and costs stay as they are. */
export interface AskingAgain {
  /** `imageId`: null for all of them. Ends early once `signal` is aborted: what was fetched by then stays. */
  run(options: {
    readonly imageId: string | null
    readonly signal: AbortSignal
    readonly onProgress: (done: number, total: number) => void
  }): Promise<AskResult>
}

const rowsAtOnce = 100
/** After so many failures in a row, the other images of a connection aren't asked for. */
const failuresMaximum = { ofConnection: 3, ofImages: 20 } as const

export function createAskingAgain(deps: {
  readonly rows: Pick<UpkeepRows, 'missing' | 'missingOne' | 'foundAgain' | 'totals'>
  readonly ground: Pick<LibraryGround, 'folders' | 'placing' | 'lanes' | 'inHand' | 'recordAgain'>
  readonly fetchAgain: FetchAgain
  readonly onWritten: (states: readonly Pick<FileState, 'number' | 'outside'>[]) => void
  readonly renewPictures: (signal: AbortSignal) => Promise<void>
}): AskingAgain {
  const { rows, ground, fetchAgain, onWritten, renewPictures } = deps
  const { folders, placing, lanes, inHand, recordAgain } = ground

  /** Whether it was put in its place; nothing is put anywhere if the image needs it no more. */
  async function put(image: LostImage, temp: string): Promise<boolean> {
    const { id, number, file } = image
    if (inHand.has(id)) return false
    inHand.add(id)
    try {
      if (rows.missingOne(id)?.file !== file || (await folders.locate(image)) !== null) return false
      const library = libraryOf(temp)
      const time = await lanes.run(library, async () => {
        if (!(await placing.putBack(temp, file)))
          throw new AppFailure(appError('imagePlaceTaken', { params: { file }, retry: 'free' }))
        return wholeTime((await lstat(folders.path(library, file))).mtimeMs)
      })
      if (rows.foundAgain(number, time)) onWritten([{ number, outside: null }])
      recordAgain()
      return true
    } finally {
      inHand.delete(id)
    }
  }

  async function* images(imageId: string | null): AsyncGenerator<LostImage> {
    if (imageId !== null) {
      const one = rows.missingOne(imageId)
      if (one !== null) yield one
      return
    }
    // The newest first: addresses expire.
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const some = rows.missing(before, rowsAtOnce)
      if (some.length === 0) return
      yield* some
      before = some.at(-1)?.number ?? before
    }
  }

  async function ask(image: LostImage, signal: AbortSignal): ReturnType<FetchAgain> {
    try {
      return await fetchAgain(image, { put: (temp) => put(image, temp), signal })
    } catch (problem) {
      if (problem instanceof AppFailure) return { error: problem.error, ofConnection: false }
      if (!isFileProblem(problem)) throw problem
      return { error: unwritable(folders.current(), problem), ofConnection: false }
    }
  }

  return {
    async run({ imageId, signal, onProgress }) {
      const result = { back: 0, gone: 0, other: 0, unknown: 0, failed: 0 }
      let error: AskResult['error'] = null
      const failures = new Map<string, { ofConnection: number; ofImages: number }>()
      const total = imageId === null ? rows.totals().missing : 1
      let done = 0
      for await (const image of images(imageId)) {
        if (signal.aborted) break
        onProgress(done++, total)
        const { connectionId } = image
        const failed = failures.get(connectionId) ?? { ofConnection: 0, ofImages: 0 }
        if (
          failed.ofConnection >= failuresMaximum.ofConnection ||
          failed.ofImages >= failuresMaximum.ofImages
        ) {
          result.failed++
          continue
        }
        const answer = await ask(image, signal)
        if (signal.aborted && answer !== 'back') break
        if (answer === 'unneeded') continue
        if (typeof answer === 'string') {
          result[answer]++
          failures.delete(connectionId)
          continue
        }
        result.failed++
        error = answer.error
        failed[answer.ofConnection ? 'ofConnection' : 'ofImages']++
        failures.set(connectionId, failed)
      }
      await renewPictures(signal)
      return { imageId, ...result, error }
    },
  }
}
