import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
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
  const { files, folder, formats, atOnce, warmUp } = JSON.parse(process.argv[1])
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
    console.log(performance.now() - started)
  })()`

/** As many as the app converts at once. */
const atOnce = 2
const warmUp = 8

/**
 * Milliseconds that sharp takes on its own in plain Node to decode each file once and write it in these formats, not
 * counting startup.
 */
export async function sharpAlone(
  files: readonly string[],
  folder: string,
  formats: readonly AloneFormat[],
): Promise<number> {
  const given = JSON.stringify({ files, folder, formats, atOnce, warmUp })
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program, given])
  const ms = Number(stdout)
  if (!(ms > 0)) throw new Error(`sharp said ${stdout}`)
  return ms
}
