import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import ExifReader from 'exifreader'

/** Programs that nobody here wrote, and what they read in a file. */

const run = promisify(execFile)
/**
 * Why these programs can't be asked here; null when they can: Debian's `libimage-exiftool-perl` and `exiv2`. The reason
 * is printed, and with CI=true thrown.
 */
export function readersAbsence(): string | null {
  const missing = ['exiftool', 'exiv2'].filter(
    (name) => spawnSync(name, [name === 'exiv2' ? '-V' : '-ver']).error !== undefined,
  )
  if (missing.length === 0) return null
  const absence = `${missing.join(', ')} not installed`
  if (process.env.CI === 'true') throw new Error(`CI needs other readers of metadata: ${absence}`)
  console.warn(`Skipped: what other programs read in our files: ${absence}`)
  return absence
}

const maxBuffer = 64 * 1024 * 1024

/** Null for what isn't there. */
export interface ReadTexts {
  readonly description: string | null
  readonly subjects: string | null
  readonly prompt: string | null
  readonly system: string | null
  readonly version: string | null
  readonly source: string | null
  readonly tool: string | null
  readonly rating: string | null
  readonly taskId: string | null
}

const textOf = (value: unknown): string | null =>
  value === undefined || value === null || value === '' ? null : [value].flat().join(', ')

/** Of each file, everything the program reads: its groups and names, with values as it shows them. */
export async function exiftoolTags(
  paths: readonly string[],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const args = ['-j', '-b', '-G', '-a', '-u', '-api', 'struct=1', ...paths]
  const { stdout } = await run('exiftool', args, { maxBuffer })
  return JSON.parse(stdout)
}

export async function exiftoolTexts(path: string): Promise<ReadTexts & { readonly comment: string | null }> {
  const [tags = {}] = await exiftoolTags([path])
  const of = (name: string): string | null => textOf(tags[name])
  return {
    description: of('XMP:Description'),
    subjects: of('XMP:Subject'),
    prompt: of('XMP:AIPromptInformation'),
    system: of('XMP:AISystemUsed'),
    version: of('XMP:AISystemVersionUsed'),
    source: of('XMP:DigitalSourceType'),
    tool: of('XMP:CreatorTool'),
    rating: of('XMP:Rating'),
    taskId: of('XMP:TaskId'),
    comment: of('EXIF:UserComment'),
  }
}

const exiv2Keys = {
  description: 'Xmp.dc.description',
  subjects: 'Xmp.dc.subject',
  prompt: 'Xmp.iptcExt.AIPromptInformation',
  system: 'Xmp.iptcExt.AISystemUsed',
  version: 'Xmp.iptcExt.AISystemVersionUsed',
  source: 'Xmp.iptcExt.DigitalSourceType',
  tool: 'Xmp.xmp.CreatorTool',
  rating: 'Xmp.xmp.Rating',
  taskId: 'Xmp.cyanotype.TaskId',
} as const

export async function exiv2Texts(path: string): Promise<ReadTexts> {
  const args = ['-q', '-P', 'kv', ...Object.values(exiv2Keys).flatMap((key) => ['-K', key]), path]
  const { stdout } = await run('exiv2', args, { maxBuffer })
  // Each key begins a line, and a value may have several.
  const [, ...parts] = stdout.replace(/\n$/, '').split(/(?:^|\n)(Xmp\.[\w.]+) +/)
  const of = (key: string): string | null => {
    const at = parts.indexOf(key)
    return at < 0 ? null : textOf(parts[at + 1]?.replace(/^lang="x-default" /, ''))
  }
  return {
    description: of(exiv2Keys.description),
    subjects: of(exiv2Keys.subjects),
    prompt: of(exiv2Keys.prompt),
    system: of(exiv2Keys.system),
    version: of(exiv2Keys.version),
    source: of(exiv2Keys.source),
    tool: of(exiv2Keys.tool),
    rating: of(exiv2Keys.rating),
    taskId: of(exiv2Keys.taskId),
  }
}

/** By name, as shown; of the comment in EXIF the bytes behind its mark, as big-endian UTF-16. */
export async function exifReaderTags(path: string): Promise<ReadonlyMap<string, string>> {
  const tags = await ExifReader.load(await readFile(path), { async: true })
  return new Map(
    Object.entries(tags).map(([name, tag]) => {
      const value: unknown = tag?.value
      const isComment = name === 'UserComment' && Array.isArray(value)
      const text = isComment
        ? Buffer.from(value.slice(8)).swap16().toString('utf16le')
        : String(tag?.description ?? '')
      return [name, text] as const
    }),
  )
}

export async function exifReaderTexts(
  path: string,
): Promise<ReadTexts & { readonly comment: string | null; readonly parameters: string | null }> {
  const tags = await exifReaderTags(path)
  const of = (name: string): string | null => textOf(tags.get(name))
  return {
    description: of('description'),
    subjects: of('subject'),
    prompt: of('AIPromptInformation'),
    system: of('AISystemUsed'),
    version: of('AISystemVersionUsed'),
    source: of('DigitalSourceType'),
    tool: of('CreatorTool'),
    rating: of('Rating'),
    taskId: of('TaskId'),
    comment: of('UserComment'),
    parameters: of('parameters'),
  }
}

/** Everything that the program prints about some files. */
export async function exiv2Printed(paths: readonly string[]): Promise<string> {
  const ended = await run('exiv2', ['-q', '-P', 'XEIkt', ...paths], { maxBuffer }).catch(
    // It ends with 253 for a file without metadata.
    (failure: { readonly stdout: string }) => failure,
  )
  return ended.stdout
}
