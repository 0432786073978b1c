import { AppFailure } from '@shared/errors'
import type { AskResult } from '@shared/model/upkeep'
import { lstat } from '../../drive'
import { libraryOf } from '../imagePlacing'
import type { LibraryGround } from '../libraryGround'
import type { FileState, LostImage, UpkeepRows } from './upkeepRows'

/** What the service answered about an image: `back` with the same bytes. */
export type AskOutcome = Exclude<keyof AskResult, 'imageId' | 'failed' | 'error'>

/**
 * Fetches the bytes of a missing image from the service that made it, for free; `put` takes a file of exactly these
 * bytes. Throws AppFailure if the service can't be asked now.
 */
export type FetchAgain = (
  image: LostImage,
  options: { readonly put: (temp: string) => Promise<void>; readonly signal: AbortSignal },
) => Promise<AskOutcome>

/** Asks the service again for images whose files are missing. Their rows, requests and costs stay as they are. */
export interface AskingAgain {
  /** `imageId`: null for all of them. Null once `signal` is aborted: what was fetched by then stays. */
  run(options: {
    readonly imageId: string | null
    readonly signal: AbortSignal
    readonly onProgress: (done: number, total: number) => void
  }): Promise<AskResult | null>
}

const rowsAtOnce = 100
/** After so many failures in a row, the other images of a connection aren't asked for. */
const failuresMaximum = 3

export function createAskingAgain(deps: {
  readonly rows: Pick<UpkeepRows, 'missing' | 'missingOne' | 'foundAgain' | 'totals'>
  readonly ground: Pick<LibraryGround, 'folders' | 'placing' | 'lanes' | 'inHand' | 'recordAgain'>
  readonly fetchAgain: FetchAgain
  readonly onWritten: (states: readonly Pick<FileState, 'number' | 'outside'>[]) => void
  readonly renewPictures: (signal: AbortSignal) => Promise<void>
}): AskingAgain {
  const { rows, ground, fetchAgain, onWritten, renewPictures } = deps
  const { folders, placing, lanes, inHand, recordAgain } = ground

  /** Nothing is put anywhere if the image needs it no more. */
  async function put({ id, number, file }: LostImage, temp: string): Promise<void> {
    if (inHand.has(id)) return
    inHand.add(id)
    try {
      if (rows.missingOne(id)?.file !== file || (await folders.locate(file)) !== null) return
      const library = libraryOf(temp)
      const time = await lanes.run(library, async () => {
        await placing.putBack(temp, file)
        return Math.floor((await lstat(folders.path(library, file))).mtimeMs)
      })
      if (rows.foundAgain(number, time)) onWritten([{ number, outside: null }])
      recordAgain()
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
    for (let after = 0; ; ) {
      const some = rows.missing(after, rowsAtOnce)
      if (some.length === 0) return
      yield* some
      after = some.at(-1)?.number ?? after
    }
  }

  return {
    async run({ imageId, signal, onProgress }) {
      const result = { back: 0, gone: 0, other: 0, unknown: 0, failed: 0 }
      let error: AskResult['error'] = null
      const failures = new Map<string, number>()
      const total = imageId === null ? rows.totals().missing : 1
      let done = 0
      for await (const image of images(imageId)) {
        if (signal.aborted) return null
        onProgress(done++, total)
        const { connectionId } = image
        const failed = failures.get(connectionId) ?? 0
        if (failed >= failuresMaximum) {
          result.failed++
          continue
        }
        try {
          const outcome = await fetchAgain(image, { put: (temp) => put(image, temp), signal })
          if (signal.aborted) return null
          result[outcome]++
          failures.delete(connectionId)
        } catch (problem) {
          if (signal.aborted) return null
          if (!(problem instanceof AppFailure)) throw problem
          result.failed++
          error = problem.error
          failures.set(connectionId, failed + 1)
        }
      }
      await renewPictures(signal)
      return signal.aborted ? null : { imageId, ...result, error }
    },
  }
}
