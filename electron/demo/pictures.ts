import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { paletteOf, picture } from './art/picture'
import { randomOf } from './art/random'
import { plainPicture } from './plainPicture'
import { readScript } from './script'
import type { SharpModule } from './sharp'
import { isRefused, type Task } from './task'

/** The app needs the processor too. */
const drawnAtOnce = 2

/**
 * Quick above all. Quality would give a PNG a palette, which takes longer to find than the picture takes to draw; and the
 * usual effort makes a WebP a quarter smaller in three times the time.
 */
const encodings = {
  png: {},
  jpeg: { quality: 88 },
  webp: { quality: 88, effort: 1 },
} as const

export type PictureFormat = keyof typeof encodings

/** The images of a task take turns. */
const formats = ['png', 'jpeg', 'webp'] as const

/** The images of tasks, drawn ahead of time; a missing file is drawn again, byte for byte. */
export interface Pictures {
  /** Draws those images of a task that don't exist yet. */
  prepare(task: Task): Promise<void>
  isDrawn(task: Task, index: number): boolean
  read(task: Task, index: number): Promise<Buffer>
  format(task: Task, index: number): PictureFormat
  /** The prompt as the service used it. */
  revisedPrompt(task: Task, index: number): string
  forget(task: Task): Promise<void>
}

export function createPictures(deps: {
  readonly folder: string
  readonly seed: number
  /** Of one colour, as PNG. */
  readonly plain: boolean
  readonly loadSharp: () => Promise<SharpModule>
}): Pictures {
  const { folder, seed, plain, loadSharp } = deps
  const underway = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  let drawing = 0

  const seedOf = (task: Task, index: number) => [seed, task.number, task.prompt, index].join('\n')
  const format = (task: Task, index: number): PictureFormat => {
    if (plain) return 'png'
    const first = randomOf(seed, task.number, 'format').whole(0, 2)
    return formats[(first + index) % formats.length] ?? 'png'
  }
  const pathOf = (task: Task, index: number) => join(folder, task.id, `${index}.${format(task, index)}`)
  const isDrawn = (task: Task, index: number) => existsSync(pathOf(task, index))

  async function inTurn(work: () => Promise<void>): Promise<void> {
    if (drawing >= drawnAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    drawing += 1
    await work().finally(() => {
      drawing -= 1
      waiting.shift()?.()
    })
  }

  async function bytesOf(task: Task, index: number): Promise<Buffer> {
    const { width, height, model, n } = task
    const shape = { width, height, seed: seedOf(task, index) }
    if (plain) return plainPicture(shape)
    const svg = picture({
      ...shape,
      title: readScript(task.prompt).subject,
      note: `Demo · ${model} · ${index + 1} of ${n}`,
      sketched: model === 'sketch-1',
    })
    const sharp = await loadSharp()
    const image = sharp(Buffer.from(svg)).removeAlpha()
    const encoding = format(task, index)
    return await image.toFormat(encoding, encodings[encoding]).toBuffer()
  }

  async function draw(task: Task, index: number): Promise<void> {
    const bytes = await bytesOf(task, index)
    const path = pathOf(task, index)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.tmp`, bytes)
    await rename(`${path}.tmp`, path)
  }

  function ensure(task: Task, index: number): Promise<void> {
    if (isDrawn(task, index)) return Promise.resolve()
    const path = pathOf(task, index)
    const started = underway.get(path) ?? inTurn(() => draw(task, index)).finally(() => underway.delete(path))
    underway.set(path, started)
    return started
  }

  return {
    isDrawn,
    format,
    async prepare(task) {
      if (task.fails) return
      const indices = Array.from({ length: task.n }, (_, index) => index)
      await Promise.all(
        indices.filter((index) => !isRefused(task, index)).map((index) => ensure(task, index)),
      )
    },
    async read(task, index) {
      await ensure(task, index)
      return readFile(pathOf(task, index))
    },
    revisedPrompt(task, index) {
      const manner = task.model === 'sketch-1' ? 'pen on paper' : paletteOf(seedOf(task, index)).light
      return `${readScript(task.prompt).subject}, ${manner}`
    },
    forget: (task) => rm(join(folder, task.id), { recursive: true, force: true }),
  }
}
