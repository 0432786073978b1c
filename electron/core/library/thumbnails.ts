import { dirname, join } from 'node:path'
import { AppFailure } from '@shared/errors'
import { type PictureCopy, thumbnailEdges } from '@shared/processes/imaging'
import { mkdir, readdir, readFile, rename, rm } from '../drive'
import { hopeless, type Imaging } from './imaging'

export type ThumbnailSize = keyof typeof thumbnailEdges

/** `isLasting`: it is of the size that was asked for, and will never be another. */
export interface Thumbnail {
  readonly bytes: Buffer
  readonly isLasting: boolean
}

/**
 * Small WebP copies in the profile, two of each image: made when it arrives, and again if one is missing or was cut
 * short, as in a power cut.
 */
export interface Thumbnails {
  /** Removes what an earlier run drafted. */
  start(): Promise<void>
  /** The bytes of a whole thumbnail; null if there is none. */
  read(id: string, size: ThumbnailSize): Promise<Buffer | null>
  /**
   * Makes those that aren't there, of the larger one if that is there. Returns the placeholder of the image. Calls for
   * one image are joined. `image` finds its file, null if that can't be reached: then `make` returns null. Throws what
   * imaging throws.
   */
  make(
    id: string,
    image: () => Promise<string | null>,
    options?: { readonly isUnhurried: boolean },
  ): Promise<string | null>
  /** A PNG of the smaller one, for the system to draw; null if it can't be made. */
  icon(id: string): Promise<Buffer | null>
  /** Copies to be written while a file that has no image yet is inspected, known by a name of its own. */
  drafts(name: string): Promise<readonly PictureCopy[]>
  /** Makes drafts the thumbnails of an image; what isn't there is made later. */
  adopt(name: string, id: string): Promise<void>
  /** Removes drafts that no image will have. */
  discard(name: string): Promise<void>
  /** Waits until they are made. */
  remove(id: string): Promise<void>
  /** Waits for those being made; imaging must be stopped at the same time. */
  stop(): Promise<void>
}

const sizes: readonly ThumbnailSize[] = ['thumb', 'small']
const endings: Readonly<Record<ThumbnailSize, string>> = { thumb: '.webp', small: '.small.webp' }
/** The longer side of an icon, in pixels. */
const iconEdge = 128

export function createThumbnails(deps: {
  readonly imaging: Pick<Imaging, 'thumbnail'>
  /** The profile folder. */
  readonly profile: string
}): Thumbnails {
  const home = join(deps.profile, 'thumbnails')
  const draftsFolder = join(home, 'new')
  const underway = new Map<string, Promise<string | null>>()

  // The end of an id is random, its beginning is the time: the end spreads files over folders.
  const pathOf = (id: string, size: ThumbnailSize) => join(home, id.slice(-2), `${id}${endings[size]}`)
  const draftOf = (name: string, size: ThumbnailSize) => join(draftsFolder, `${name}${endings[size]}`)
  const copyOf = (path: string, size: ThumbnailSize) => ({ path, edge: thumbnailEdges[size] })
  const drop = (path: string) => rm(path, { force: true })
  const open = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 })

  /** A process that was killed leaves what it had begun, under a name that none uses again. */
  async function clear(id: string, isStale: (name: string) => boolean): Promise<void> {
    const folder = dirname(pathOf(id, 'thumb'))
    for (const name of await readdir(folder).catch(() => []))
      if (name.startsWith(`${id}.`) && isStale(name)) await drop(join(folder, name))
  }

  async function read(id: string, size: ThumbnailSize): Promise<Buffer | null> {
    const bytes = await readFile(pathOf(id, size)).catch(() => null)
    return bytes !== null && isWhole(bytes) ? bytes : null
  }

  async function build(
    id: string,
    image: () => Promise<string | null>,
    options?: { readonly isUnhurried: boolean },
  ): Promise<string | null> {
    const write = (source: string, wanted: readonly ThumbnailSize[]) =>
      deps.imaging.thumbnail(
        source,
        wanted.map((size) => copyOf(pathOf(id, size), size)),
        options,
      )
    await open(dirname(pathOf(id, 'thumb')))
    await clear(id, (name) => name.endsWith('.tmp'))
    if ((await read(id, 'thumb')) !== null) {
      try {
        return await write(pathOf(id, 'thumb'), ['small'])
      } catch (problem) {
        // It is damaged further on.
        if (!(problem instanceof AppFailure) || !hopeless.has(problem.error.code)) throw problem
      }
    }
    const source = await image()
    return source === null ? null : write(source, sizes)
  }

  async function discard(name: string): Promise<void> {
    await Promise.all(sizes.map((size) => drop(draftOf(name, size)).catch(() => {})))
  }

  return {
    start: () => rm(draftsFolder, { recursive: true, force: true }),
    read,
    make(id, image, options) {
      const started = underway.get(id) ?? build(id, image, options).finally(() => underway.delete(id))
      underway.set(id, started)
      return started
    },
    async icon(id) {
      const path = join(dirname(pathOf(id, 'small')), `${id}.icon.png`)
      const made = await readFile(path).catch(() => null)
      if (made !== null) return made
      const copies = [{ path, edge: iconEdge, format: 'png' as const }]
      await deps.imaging.thumbnail(pathOf(id, 'small'), copies).catch(() => {})
      return readFile(path).catch(() => null)
    },
    async drafts(name) {
      await open(draftsFolder).catch(() => {})
      // An earlier download of this name may have had another picture.
      await discard(name)
      return sizes.map((size) => copyOf(draftOf(name, size), size))
    },
    async adopt(name, id) {
      await open(dirname(pathOf(id, 'thumb'))).catch(() => {})
      await Promise.all(sizes.map((size) => rename(draftOf(name, size), pathOf(id, size)).catch(() => {})))
    },
    discard,
    async remove(id) {
      await underway.get(id)?.catch(() => {})
      await clear(id, () => true)
    },
    async stop() {
      await Promise.allSettled(underway.values())
    },
  }
}

/** As long as its own header says. */
function isWhole(bytes: Buffer): boolean {
  return (
    bytes.length > 12 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP' &&
    bytes.readUInt32LE(4) + 8 === bytes.length
  )
}
