/** Pixels of the library, in the size in which they are shown. */
export interface Pictures {
  /**
   * Reads the picture at an address and decodes it off the page's thread; `width` in pixels, its own if null. Whoever
   * asked closes the bitmap. Rejects if there is no such picture, with `Undecodable` if its file is there, or when the
   * signal is aborted.
   */
  load(address: string, width: number | null, signal: AbortSignal): Promise<ImageBitmap>
  /** How many are begun from now on: all that are wanted, `few` of them at a time, or `none`, while they race by. */
  allow(share: Share): void
  /** Calls `work` now, or while no picture is begun, as soon as one may be. Returns the disposer. */
  whenFree(work: () => void): () => void
  /** Resolves the next time that all pictures that were asked for are there, or have failed. */
  atRest(): Promise<void>
}

/** The bytes of a picture are there, but can't be shown. */
export class Undecodable extends Error {
  readonly isEmpty: boolean

  constructor(isEmpty: boolean, options?: ErrorOptions) {
    super('the picture can’t be decoded', options)
    this.isEmpty = isEmpty
  }
}

export type Share = 'all' | 'few' | 'none'

/** Where the pixels of an image are; in another place once its file was changed: what was read stays as it is. */
export function pictureAddress(
  kind: 'small' | 'thumb' | 'image',
  { id, picture }: { readonly id: string; readonly picture: number },
): string {
  return `cyanotype://${kind}/${id}${picture === 0 ? '' : `?${picture}`}`
}

/**
 * How many at once. All: about as many as are in view, so that the decoding threads never wait for the main process; what
 * scrolls by while the others wait is never asked for. Few: each frame of a moving list has time for them.
 */
const atOnce: Readonly<Record<Share, number>> = { all: 16, few: 2, none: 0 }

/**
 * An `<img>` would be less code, but Chromium keeps what it has decoded for up to 512 MB of the window's memory. Here
 * nothing stays but what the caller draws.
 */
export function createPictures(): Pictures {
  const waiting = new Set<() => void>()
  let loading = 0
  let most = atOnce.all
  const released = new Set<() => void>()
  const resting = new Set<() => void>()

  async function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (loading < most) {
      loading += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      waiting.add(resolve)
      signal.addEventListener('abort', () => {
        if (waiting.delete(resolve)) reject(signal.reason)
      })
    })
  }

  function pass(): void {
    const [next] = waiting
    if (loading >= most || next === undefined) return
    loading += 1
    waiting.delete(next)
    next()
    pass()
  }

  function rest(): void {
    for (const resolve of resting) resolve()
    resting.clear()
  }

  return {
    async load(address, width, signal) {
      await turn(signal)
      try {
        const answer = await fetch(address, { signal })
        // The file is there, but what it holds isn't an image.
        if (answer.status === 415) throw new Undecodable(false)
        if (!answer.ok) throw new Error(`no picture: ${answer.status}`)
        const bitmap = await decode(await answer.blob(), width)
        if (!signal.aborted) return bitmap
        bitmap.close()
        throw signal.reason
      } finally {
        loading -= 1
        pass()
        if (loading === 0) rest()
      }
    },
    allow(share) {
      most = atOnce[share]
      if (most === 0) return
      for (const work of released) work()
      released.clear()
      pass()
    },
    whenFree(work) {
      if (most === 0) released.add(work)
      else work()
      return () => released.delete(work)
    },
    atRest: () =>
      new Promise((resolve) => {
        resting.add(resolve)
      }),
  }
}

async function decode(bytes: Blob, width: number | null): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(
      bytes,
      width === null ? {} : { resizeWidth: width, resizeQuality: 'medium' },
    )
  } catch (cause) {
    throw new Undecodable(bytes.size === 0, { cause })
  }
}
