import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { thumbnailEdges } from '@shared/processes/imaging'
import { appSharp } from '../appSharp'

/** The same decoding and encoding as the app's, and nothing around it. */
const program = `${appSharp}
  const { files, folder, edges, atOnce, warmUp } = JSON.parse(process.argv[1])
  const within = (edge) => [edge, edge, { fit: 'inside', withoutEnlargement: true }]
  async function thumbnails(file, at) {
    const { data, info } = await sharp(file, { failOn: 'truncated', sequentialRead: true })
      .autoOrient().resize(...within(Math.max(...edges))).toColourspace('srgb').raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    await Promise.all(edges.map((edge) =>
      sharp(data, { raw: { width, height, channels } }).resize(...within(edge)).webp({ quality: 80 })
        .toFile(folder + '/' + at + '-' + edge + '.webp')))
  }
  async function all(some) {
    let next = 0
    const lane = async () => { while (next < some.length) { const at = next++; await thumbnails(some[at], at) } }
    await Promise.all(Array.from({ length: atOnce }, lane))
  }
  void (async () => {
    await all(files.slice(0, warmUp))
    const started = performance.now()
    await all(files)
    console.log(performance.now() - started)
  })()`

/** Milliseconds that sharp takes on its own in plain Node for both thumbnails of each file, not counting startup. */
export async function sharpAlone(work: {
  readonly files: readonly string[]
  /** Where the thumbnails go. */
  readonly folder: string
  readonly atOnce: number
  /** How many files are done before the time is taken. */
  readonly warmUp: number
}): Promise<number> {
  const given = JSON.stringify({ ...work, edges: Object.values(thumbnailEdges) })
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program, given])
  const ms = Number(stdout)
  if (!(ms > 0)) throw new Error(`sharp said ${stdout}`)
  return ms
}
