import { join } from 'node:path'
import { AppFailure } from '@shared/errors'
import { isImageFormat } from '@shared/model/image'
import type { Preview } from '@shared/model/reference'
import { mkdir } from '../drive'
import { newId } from '../ids'
import type { Imaging } from '../library/imaging'
import type { Clock } from '../ports'

/** Pictures of files that the user is asked about, made once in a run. */
export interface FoundPreviews {
  /** Null for a file that can't be shown. */
  of(path: string): Promise<Preview | null>
  /** Absolute path for the image protocol; null for any but these. */
  file(id: string): string | null
}

/** The longer side of the shown image, in pixels. */
const edge = 1024

export function createFoundPreviews(deps: {
  /** The profile folder. Its previews are removed at each start. */
  readonly profile: string
  readonly imaging: Pick<Imaging, 'inspect' | 'thumbnail'>
  readonly clock: Pick<Clock, 'now'>
}): FoundPreviews {
  const { imaging, clock } = deps
  const home = join(deps.profile, 'previews')
  const made = new Map<string, Promise<Preview | null>>()
  const files = new Map<string, string>()

  async function make(path: string): Promise<Preview | null> {
    try {
      const { format, width, height, decoded } = await imaging.inspect(path)
      if (!isImageFormat(format) || !decoded) return null
      const id = newId(clock.now())
      const shown = join(home, `${id}.webp`)
      await mkdir(home, { recursive: true, mode: 0o700 })
      await imaging.thumbnail(path, [{ path: shown, edge }])
      files.set(id, shown)
      return { id, width, height }
    } catch (problem) {
      if (problem instanceof AppFailure) return null
      throw problem
    }
  }

  return {
    of(path) {
      const known = made.get(path) ?? make(path)
      made.set(path, known)
      // What failed this time may be looked at again.
      known.catch(() => made.delete(path))
      return known
    },
    file: (id) => files.get(id) ?? null,
  }
}
