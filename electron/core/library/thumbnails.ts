import { dirname, join } from 'node:path'
import { thumbnailEdge } from '@shared/processes/imaging'
import { existsSync, mkdir, readdir, rm } from '../drive'
import type { Imaging } from './imaging'

/** Small WebP copies in the profile; made on first use, and again if missing. */
export interface Thumbnails {
  /** Absolute path of an existing thumbnail; null if there is none. */
  find(id: string): string | null
  /** Absolute path of the thumbnail of an image file. Throws what imaging throws. */
  make(id: string, image: string): Promise<string>
  remove(id: string): Promise<void>
  /** Waits for those being made; imaging must be stopped at the same time. */
  stop(): Promise<void>
}

export function createThumbnails(deps: {
  readonly imaging: Pick<Imaging, 'thumbnail'>
  /** The profile folder. */
  readonly profile: string
}): Thumbnails {
  const underway = new Map<string, Promise<string>>()
  // The end of an id is random, its beginning is the time: the end spreads files over folders.
  const pathOf = (id: string) => join(deps.profile, 'thumbnails', id.slice(-2), `${id}.webp`)

  /** A process that was killed leaves what it had begun, under a name that none uses again. */
  async function clear(id: string): Promise<void> {
    const folder = dirname(pathOf(id))
    for (const name of await readdir(folder).catch(() => []))
      if (name.startsWith(`${id}.webp.`)) await rm(join(folder, name), { force: true })
  }

  async function build(id: string, image: string): Promise<string> {
    const target = pathOf(id)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await clear(id)
    await deps.imaging.thumbnail(image, target, thumbnailEdge)
    return target
  }

  function find(id: string): string | null {
    const path = pathOf(id)
    return existsSync(path) ? path : null
  }

  return {
    find,
    async make(id, image) {
      const found = find(id)
      if (found !== null) return found
      const started = underway.get(id) ?? build(id, image).finally(() => underway.delete(id))
      underway.set(id, started)
      return started
    },
    async remove(id) {
      await clear(id)
      await rm(pathOf(id), { force: true })
    },
    async stop() {
      await Promise.allSettled(underway.values())
    },
  }
}
