import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MoveStep } from '@shared/model/libraryMove'
import type { LibraryDeps } from '../../../../electron/core/library/createLibrary'
import type { NewImage } from '../../../../electron/core/library/library'
import { eventually } from '../../../support/eventually'
import { libraryHarness } from '../libraryHarness'

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A library with images of a few different contents, and the ways to move it. */
export async function moveHarness(folder?: string) {
  const harness = await libraryHarness(folder)
  const source = harness.ports.places.defaultLibrary
  const target = join(harness.folder, 'target')
  await mkdir(target)
  /** What each image's file holds, by id. */
  const contents = new Map<string, Buffer>()
  let made = 0

  /** Saves an image as delivery does, with contents of its own. */
  async function save(
    library: ReturnType<typeof harness.open>['library'],
    over: Parameters<typeof harness.image>[0] = {},
    length = 0,
  ): Promise<NewImage & { readonly file: string }> {
    const bytes = Buffer.concat([harness.pixels, Buffer.from(`number ${++made}`), Buffer.alloc(length)])
    const image = harness.image({ bytes: bytes.length, sha256: sha256(bytes), ...over })
    const temp = await library.tempPath(image.jobId, image.index)
    await writeFile(temp, bytes)
    const file = await library.place(temp, image)
    library.insert(image, file)
    library.leave(image.jobId, image.index)
    contents.set(image.id, bytes)
    return { ...image, file }
  }

  /** Puts a file outside the app where an image is to be found, or in its place. */
  async function write(library: string, file: string, bytes: Buffer | string): Promise<void> {
    const path = join(library, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }

  /** Opens the library together with its move, as the core does. */
  function open(deps: Partial<LibraryDeps> = {}) {
    const { library, moving, ...rest } = harness.open(deps)
    const whole = {
      ...library,
      moving,
      async start() {
        await library.start()
        moving.start()
      },
      stop: async () => void (await Promise.all([moving.stop(), library.stop()])),
    }
    return { ...rest, library: whole }
  }
  type Library = ReturnType<typeof open>['library']

  async function begin(library: Library, to = target): Promise<void> {
    const { plan } = await library.moving.plan(to)
    library.moving.begin(plan)
  }

  const step = (library: Library, wanted: MoveStep) =>
    eventually(() => library.moving.shown()?.step === wanted, {
      what: `a move that is ${wanted}`,
    })

  /** The ids of images that can't be read as they are now. */
  async function unreadable(library: Library): Promise<string[]> {
    const bad: string[] = []
    for (const [id, bytes] of contents) {
      const found = await library.imageFile(id)
      if (found === null || !(await readFile(found)).equals(bytes)) bad.push(id)
    }
    return bad
  }

  return {
    ...harness,
    source,
    target,
    contents,
    open,
    save,
    write,
    begin,
    step,
    unreadable,
    at: (library: string, file: string) => join(library, file),
    has: (library: string, file: string) => existsSync(join(library, file)),
  }
}
