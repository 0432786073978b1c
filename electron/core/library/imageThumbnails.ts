import { AppFailure } from '@shared/errors'
import type { Clock, Logger } from '../ports'
import { systemCode } from '../systemCode'
import type { Gallery } from './gallery'
import { hopeless } from './imaging'
import type { LibraryFolders } from './libraryFolders'
import { oneByOne } from './oneByOne'
import type { Thumbnail, ThumbnailSize, Thumbnails } from './thumbnails'

/** The thumbnails of the gallery's images, and the placeholders that come with them. */
export interface ImageThumbnails {
  /** See `Library.thumbnail`. */
  get(id: string, size: ThumbnailSize): Promise<Thumbnail | null>
  /** The file is another one now: its thumbnails are made again when they are wanted. */
  forget(id: string): Promise<void>
  /** Makes what is missing. */
  complete(id: string): Promise<void>
  /**
   * Gives every image a placeholder that has none, the newest first, while nobody waits for a picture. Gives up as
   * `oneByOne` does, until the next start.
   */
  catchUp(signal: AbortSignal): Promise<void>
}

/** Milliseconds of rest after each image. */
const restMs = 50

export function createImageThumbnails(deps: {
  readonly gallery: Pick<Gallery, 'rows' | 'pictures'>
  readonly thumbnails: Pick<Thumbnails, 'read' | 'make' | 'remove'>
  readonly folders: Pick<LibraryFolders, 'locate'>
  readonly clock: Pick<Clock, 'after'>
  readonly logger: Logger
  /** An image changed in the gallery. */
  readonly onChange: () => void
}): ImageThumbnails {
  const { thumbnails, folders, clock, logger, onChange } = deps
  const { rows, pictures } = deps.gallery
  /** Images of which no thumbnail can be made in this run. */
  const hopelessOnes = new Set<string>()
  /** Images whose failure is in the log. */
  const told = new Set<string>()

  /** False if it failed. */
  async function make(id: string, options?: { readonly isUnhurried: boolean }): Promise<boolean> {
    const row = rows.file(id)
    if (row === null || !row.decoded || hopelessOnes.has(id)) return true
    try {
      const placeholder = await thumbnails.make(id, () => folders.locate(row), options)
      if (placeholder !== null && !row.hasPlaceholder) pictures.setPlaceholder(id, placeholder)
      return true
    } catch (problem) {
      failed(id, problem)
      return false
    }
  }

  function failed(id: string, problem: unknown): void {
    const code = problem instanceof AppFailure ? problem.error.code : null
    if (code === 'interrupted') return
    if (!told.has(id)) logger.warn('library.noThumbnail', { image: id, reason: code ?? nameOf(problem) })
    told.add(id)
    if (code !== null && hopeless.has(code)) hopelessOnes.add(id)
    if (code !== 'imageTooLarge') return
    // Decoding worked once, for example on a computer with more memory: here it would end the decoder at every try.
    pictures.markUndecoded(id)
    onChange()
  }

  return {
    async get(id, size) {
      // What the profile has isn't read from the library, whose drive may be slow or disconnected.
      if (rows.file(id)?.decoded !== true) return null
      const found = await thumbnails.read(id, size)
      if (found !== null) return { bytes: found, isLasting: true }
      await make(id)
      const made = await thumbnails.read(id, size)
      if (made !== null) return { bytes: made, isLasting: true }
      const other = await thumbnails.read(id, size === 'small' ? 'thumb' : 'small')
      return other === null ? null : { bytes: other, isLasting: false }
    },

    async forget(id) {
      hopelessOnes.delete(id)
      told.delete(id)
      await thumbnails.remove(id)
    },

    async complete(id) {
      const found = await Promise.all([thumbnails.read(id, 'thumb'), thumbnails.read(id, 'small')])
      if (found.includes(null)) await make(id)
    },

    catchUp: (signal) =>
      oneByOne((id) => make(id, { isUnhurried: true }), {
        highest: rows.highest,
        next: pictures.withoutPlaceholder,
        ...{ restMs, clock, signal },
      }),
  }
}

const nameOf = (problem: unknown): string =>
  systemCode(problem) ?? (problem instanceof Error ? problem.name : 'unknown')
