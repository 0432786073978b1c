import type { Image } from '@shared/model/image'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Pictures, pictureAddress, Undecodable } from '../../../client/pictures'

/** Pixels, and the address they come from. */
export interface Picture {
  readonly address: string
  readonly bitmap: ImageBitmap
}

/**
 * Why there is no picture. Its file may be away; it is there, and has no bytes, or can't be decoded. Of a large picture
 * it isn't known whether that is for lack of memory.
 */
type Failure = 'absent' | 'empty' | 'damaged'

/** What is on the stage: a picture that is decoded, or words that stand in for it. */
export type Shown =
  | { readonly image: Image; readonly picture: Picture }
  | { readonly image: Image; readonly words: 'notDecoded' | 'unshown' | Failure }

export interface Decoding extends StoreApi<{ readonly shown: Shown | null }> {
  /**
   * Shows an image as soon as its picture, or its thumbnail, is decoded; until then what was shown stays. Then decodes
   * the others ahead, in this order, and lets all other pictures go. Null shows what was shown.
   * The picture on the stage is never closed before the next one takes its place.
   */
  look(image: Image | null, ahead: readonly Image[]): void
  /** Loads the picture of an image again that failed. */
  again(image: Image): void
  /** Shows nothing, and closes every picture. */
  close(): void
}

/** Pixels. Larger pictures take so much memory that they aren't decoded before anyone looks at them. */
const aheadMaximum = 40_000_000

const pictureOf = (image: Image): string => pictureAddress('image', image)
const thumbnailOf = (image: Image): string => pictureAddress('thumb', image)

/** Decodes pictures before they are shown, so that one follows another without a blank between them. */
export function createDecoding(load: Pictures['load']): Decoding {
  const store = createStore<{ readonly shown: Shown | null }>(() => ({ shown: null }))
  let wanted: Image | null = null
  /** Those that nobody wants any more; one of them may still be on the stage. */
  const left = new Set<Picture>()
  const hooks = { load, changed: update, leave: (picture: Picture) => left.add(picture) }
  const pictures = createLane(hooks)
  const thumbnails = createLane(hooks)

  function update(): void {
    const next = wanted === null ? null : shownOf(wanted)
    const { shown } = store.getState()
    if (next !== null && (shown === null || !isSame(shown, next))) store.setState({ shown: next })
    sweep()
  }

  function sweep(): void {
    const { shown } = store.getState()
    const onStage = shown !== null && 'picture' in shown ? shown.picture : null
    for (const picture of left) {
      if (picture === onStage) continue
      left.delete(picture)
      picture.bitmap.close()
    }
  }

  function shownOf(image: Image): Shown | null {
    if (!image.decoded) return { image, words: 'notDecoded' }
    const found = pictures.of(pictureOf(image))
    if (isFailure(found)) return { image, words: isLarge(image) && found === 'damaged' ? 'unshown' : found }
    const picture = found ?? thumbnails.of(thumbnailOf(image))
    return picture === null || isFailure(picture) ? null : { image, picture }
  }

  return {
    ...store,
    look(image, ahead) {
      // What couldn't be read before anyone looked at it may be there now.
      const isNew = image !== null && image.id !== wanted?.id
      if (isNew && isFailure(pictures.of(pictureOf(image)))) pictures.retry(pictureOf(image))
      wanted = image
      const first = image?.decoded ? [image] : []
      const others = ahead.filter((one) => one.decoded && !isLarge(one))
      thumbnails.want(first.map(thumbnailOf))
      pictures.want([...first, ...others].map(pictureOf))
      update()
    },
    again(image) {
      pictures.retry(pictureOf(image))
    },
    close() {
      wanted = null
      thumbnails.want([])
      pictures.want([])
      store.setState({ shown: null })
      sweep()
    },
  }
}

const isLarge = ({ width, height }: Image): boolean => width * height > aheadMaximum

const isFailure = (found: Picture | Failure | null): found is Failure => typeof found === 'string'

function failureOf(problem: unknown): Failure {
  if (!(problem instanceof Undecodable)) return 'absent'
  return problem.isEmpty ? 'empty' : 'damaged'
}

function isSame(one: Shown, other: Shown): boolean {
  if (one.image.id !== other.image.id) return false
  if ('words' in one) return 'words' in other && one.words === other.words
  return 'picture' in other && one.picture === other.picture
}

interface LaneHooks {
  readonly load: Pictures['load']
  /** Another picture is held. */
  readonly changed: () => void
  /** A picture is not held any more, and still has to be closed. */
  readonly leave: (picture: Picture) => void
}

/** Loads and decodes one picture at a time, the first that is wanted, and holds those that still are. */
function createLane({ load, changed, leave }: LaneHooks) {
  let wanted: readonly string[] = []
  let current: { readonly address: string; readonly leaving: AbortController } | null = null
  const held = new Map<string, Picture | Failure>()

  /** Loading is broken off. A decode can't be: the next one waits for it, so that no queue of them builds up. */
  function next(): void {
    const address = current === null ? wanted.find((one) => !held.has(one)) : undefined
    if (address === undefined) return
    const leaving = new AbortController()
    current = { address, leaving }
    const end = (result: Picture | Failure) => {
      current = null
      if (!leaving.signal.aborted) {
        held.set(address, result)
        changed()
      } else if (!isFailure(result)) result.bitmap.close()
      next()
    }
    load(address, null, leaving.signal).then(
      (bitmap) => end({ address, bitmap }),
      (problem: unknown) => end(failureOf(problem)),
    )
  }

  return {
    want(addresses: readonly string[]): void {
      wanted = addresses
      for (const [address, picture] of held) {
        if (addresses.includes(address)) continue
        held.delete(address)
        if (!isFailure(picture)) leave(picture)
      }
      if (current !== null && !addresses.includes(current.address)) current.leaving.abort()
      next()
    },
    /** Null: not decoded yet. */
    of: (address: string): Picture | Failure | null => held.get(address) ?? null,
    /** Loads one again that has failed. */
    retry(address: string): void {
      held.delete(address)
      next()
    },
  }
}
