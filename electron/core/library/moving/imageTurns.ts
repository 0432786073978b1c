import type { AppError } from '@shared/errors'
import type { LibraryGround } from '../libraryGround'
import type { MovableImage, Move } from '../moveRows'
import type { CopyOptions } from './fileCopy'
import type { ImageMoving } from './imageMoving'

/** One thing at a time happens to the files of an image. */
export interface ImageTurns {
  /** Null if something else handles them now. */
  take<T>(number: number, work: () => Promise<T>): Promise<T | null>
  /** Copies an image whose original is at `file`, as it is by then. Null: the next one can follow. */
  copy(image: MovableImage, move: Move, options: CopyOptions, file?: string): Promise<AppError | null>
}

export function createImageTurns(
  deps: Pick<LibraryGround, 'rows' | 'inHand'> & { readonly images: ImageMoving },
): ImageTurns {
  const { rows, inHand, images } = deps

  async function take<T>(number: number, work: () => Promise<T>): Promise<T | null> {
    const id = rows.image(number)?.id ?? ''
    if (inHand.has(id)) return null
    inHand.add(id)
    try {
      return await work()
    } finally {
      inHand.delete(id)
    }
  }

  return {
    take,
    async copy({ number }, move, options, file) {
      const outcome = await take(number, async () => {
        const image = rows.image(number)
        return image === null ? 'absent' : images.move({ ...image, file: file ?? image.file }, move, options)
      })
      // Null: it is being deleted. If it is still there afterwards, the last look finds it.
      return outcome === null || typeof outcome === 'string' ? null : outcome
    },
  }
}
