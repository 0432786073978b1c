import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { z } from 'zod'
import { appSharp } from '../appSharp'

/** What sharp makes of a picture. */
export interface AloneFormat {
  readonly format: 'jpeg' | 'webp' | 'avif'
  readonly options: Readonly<Record<string, string | number>>
  /** Pixels of the longer side; as many as the picture has by default. */
  readonly edge?: number
}

/** The same decoding and encoding as the app's, and nothing around it. */
const program = `${appSharp}
  const { files, folder, formats, atOnce, warmUp } = JSON.parse(process.argv[2])
  const encoded = (image, { format, options, edge }, path) =>
    (edge === undefined ? image : image.resize(edge, edge, { fit: 'inside', withoutEnlargement: true }))
      .toColourspace('srgb').toFormat(format, options).toFile(path)
  async function convert(file, at) {
    const decoded = () => sharp(file, { failOn: 'truncated', sequentialRead: true }).autoOrient()
    const pathOf = (n) => folder + '/' + at + '-' + n + '.' + formats[n].format
    if (formats.length === 1) return encoded(decoded(), formats[0], pathOf(0))
    const { data, info: { width, height, channels } } = await decoded().raw().toBuffer({ resolveWithObject: true })
    for (const n of formats.keys()) await encoded(sharp(data, { raw: { width, height, channels } }), formats[n], pathOf(n))
  }
  async function all(some) {
    let next = 0
    const lane = async () => { while (next < some.length) { const at = next++; await convert(some[at], at) } }
    await Promise.all(Array.from({ length: atOnce }, lane))
  }
  void (async () => {
    await all(files.slice(0, Math.min(warmUp, files.length / 2)))
    const started = performance.now()
    await all(files)
    process.parentPort.postMessage(performance.now() - started)
  })()`

/** As many as the app converts at once. */
const atOnce = 2
const warmUp = 8

/**
 * Milliseconds that sharp takes on its own, in a process of the app's kind that does nothing else, to decode each file once
 * and write it in these formats, not counting startup. Plain Node runs the same build up to a sixth faster than such a process
 * of an older Electron, which checks each access to memory by itself.
 */
export async function sharpAlone(
  electron: ElectronApplication,
  files: readonly string[],
  folder: string,
  formats: readonly AloneFormat[],
): Promise<number> {
  const path = join(folder, 'alone.cjs')
  await writeFile(path, program)
  const given = JSON.stringify({ files, folder, formats, atOnce, warmUp })
  const ms = await electron.evaluate(
    ({ utilityProcess }, [path, given]) =>
      new Promise<unknown>((resolve, reject) => {
        const child = utilityProcess.fork(path, [given])
        child.once('message', (said) => {
          resolve(said)
          child.kill()
        })
        child.once('exit', (code) => reject(new Error(`sharp alone ended with ${code}`)))
      }),
    [path, given] as const,
  )
  return z.number().positive().parse(ms)
}
