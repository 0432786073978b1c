import type { Image } from '@shared/model/image'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** What is on the stage: a picture that is decoded, or words that stand in for it. */
export type Shown =
  | { readonly image: Image; readonly picture: HTMLImageElement }
  | { readonly image: Image; readonly words: 'tooLarge' | 'unreadable' }

export interface Decoding extends StoreApi<{ readonly shown: Shown | null }> {
  /**
   * Shows an image as soon as its picture, or its thumbnail, is decoded; until then what was shown stays. Then decodes
   * the others ahead, in this order, and lets all other pictures go. Null shows what was shown, and decodes nothing.
   */
  look(image: Image | null, ahead: readonly Image[]): void
  /** Loads the picture of an image again that was unreadable. */
  again(image: Image): void
}

/** Pixels. Larger pictures take too much memory to be decoded before anyone looks at them. */
const aheadMaximum = 40_000_000

const pictureOf = ({ id }: Image): string => `cyanotype://image/${id}`
const thumbnailOf = ({ id }: Image): string => `cyanotype://thumb/${id}`

/** Decodes pictures before they are shown, so that one follows another without a blank between them. */
export function createDecoding(): Decoding {
  const store = createStore<{ readonly shown: Shown | null }>(() => ({ shown: null }))
  let wanted: Image | null = null
  const pictures = createLane(update)
  const thumbnails = createLane(update)

  function update(): void {
    const next = wanted === null ? null : shownOf(wanted)
    const { shown } = store.getState()
    if (next !== null && (shown === null || !isSame(shown, next))) store.setState({ shown: next })
  }

  function shownOf(image: Image): Shown | null {
    if (!image.decoded) return { image, words: 'tooLarge' }
    const found = pictures.of(pictureOf(image))
    if (found === 'failed') return { image, words: 'unreadable' }
    const picture = found ?? thumbnails.of(thumbnailOf(image))
    return picture === null || picture === 'failed' ? null : { image, picture }
  }

  return {
    ...store,
    look(image, ahead) {
      // What couldn't be read before anyone looked at it may be there now.
      const isNew = image !== null && image.id !== wanted?.id
      if (isNew && pictures.of(pictureOf(image)) === 'failed') pictures.forget(pictureOf(image))
      wanted = image
      const first = image?.decoded ? [image] : []
      const others = ahead.filter(({ decoded, width, height }) => decoded && width * height <= aheadMaximum)
      thumbnails.want(first.map(thumbnailOf))
      pictures.want([...first, ...others].map(pictureOf))
      update()
    },
    again(image) {
      pictures.forget(pictureOf(image))
    },
  }
}

function isSame(one: Shown, other: Shown): boolean {
  if (one.image.id !== other.image.id) return false
  if ('words' in one) return 'words' in other && one.words === other.words
  return 'picture' in other && one.picture === other.picture
}

/** Loads and decodes one picture at a time, the first that is wanted, and holds those that still are. */
function createLane(changed: () => void) {
  let wanted: readonly string[] = []
  let current: { readonly url: string; readonly picture: HTMLImageElement } | null = null
  const held = new Map<string, HTMLImageElement | 'failed'>()

  function next(): void {
    const url = current === null ? wanted.find((one) => !held.has(one)) : undefined
    if (url === undefined) return
    const picture = new Image()
    const mine = { url, picture }
    current = mine
    const end = (result: HTMLImageElement | 'failed') => {
      if (current !== mine) return
      current = null
      if (wanted.includes(url)) {
        held.set(url, result)
        changed()
      }
      next()
    }
    picture.src = url
    picture.decode().then(
      () => end(picture),
      () => end('failed'),
    )
  }

  return {
    want(urls: readonly string[]): void {
      wanted = urls
      for (const url of held.keys()) if (!urls.includes(url)) held.delete(url)
      // Loading is broken off. A decode can't be: the next one waits for it, so that no queue of them builds up.
      if (current !== null && !urls.includes(current.url) && !current.picture.complete) {
        current.picture.removeAttribute('src')
        current = null
      }
      next()
    },
    /** Null: not decoded yet. */
    of: (url: string): HTMLImageElement | 'failed' | null => held.get(url) ?? null,
    forget(url: string): void {
      held.delete(url)
      next()
    },
  }
}
