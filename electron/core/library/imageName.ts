import type { FileFormat } from '@shared/model/image'
import { fileFormatSchema, localDay } from '@shared/model/image'
import { idPattern } from '../ids'

const slugCharacters = 60
/** With the job id, index and extension, a name stays within 143 bytes: the limit of encrypted home folders. */
const slugBytes = 96

/** Of file names, without the dot. */
export const extensions: Readonly<Record<FileFormat, string>> = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  gif: 'gif',
  avif: 'avif',
  svg: 'svg',
  tiff: 'tiff',
  bmp: 'bmp',
  ico: 'ico',
  jxl: 'jxl',
  heic: 'heic',
  heif: 'heif',
  jp2: 'jp2',
  j2k: 'j2k',
  psd: 'psd',
  exr: 'exr',
  qoi: 'qoi',
  pdf: 'pdf',
  mp4: 'mp4',
  mov: 'mov',
  webm: 'webm',
  mkv: 'mkv',
  avi: 'avi',
}

/** Everything except letters, digits and marks of every script, and emoji with their joiners and colour modifiers. */
const unnamed =
  /(?:(?!\u200d|\ufe0f)[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}])+/gu

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Turns words into the beginning of a file name that every system accepts: NFC, lower case, words joined by hyphens. At
 * most `longest` characters as the reader counts them, never cut inside one; `image` if nothing is left.
 */
export function slugOf(text: string, longest = slugCharacters): string {
  const words = text.slice(0, 1_000).normalize('NFC').toLowerCase().replace(unnamed, '-').replace(/^-+/, '')
  let slug = ''
  let characters = 0
  for (const { segment } of graphemes.segment(words)) {
    if (++characters > longest || Buffer.byteLength(slug + segment) > slugBytes) break
    slug += segment
  }
  slug = slug.replace(/-+$/, '')
  return slug === '' ? 'image' : slug
}

/** `<slug>-<job id>-<number from 1>.<extension>`: an existing file of that name can only be the same image. */
export function imageName(image: {
  /** The user's name for the image, or its prompt. */
  readonly words: string
  readonly jobId: string
  readonly index: number
  readonly format: FileFormat
}): string {
  return `${slugOf(image.words)}-${itemName(image.jobId, image.index)}.${extensions[image.format]}`
}

/**
 * `<number>-<slug>[-<number from 1 among the job's images>].<extension>`; the first number is that of the job in its
 * batch.
 */
export function batchImageName(image: {
  readonly number: string
  /** The user's name for the image, or its prompt. */
  readonly words: string
  readonly index: number
  readonly of: number
  readonly format: string
}): string {
  const { number, words, index, of, format } = image
  const part = of > 1 ? `-${index + 1}` : ''
  return `${number}-${slugOf(words)}${part}.${extensions[fileFormatSchema.parse(format)]}`
}

const jpegEndings = new Set(['.jpeg', '.jpe', '.jfif'])

/** Whether the system takes a file of this name for an image of this format. */
export function isNamedAs(file: string, format: FileFormat): boolean {
  const [ending = ''] = /\.[^.]*$/.exec(file.toLowerCase()) ?? []
  return ending === `.${extensions[format]}` || (format === 'jpeg' && jpegEndings.has(ending))
}

/** Names an item's temp file and record. */
export function itemName(jobId: string, index: number): string {
  return `${jobId}-${index + 1}`
}

/** The folder of a day inside the library, by the local date: `2026/2026-03-01`. */
export function dayFolder(time: number): string {
  const day = localDay(time)
  return `${day.slice(0, 4)}/${day}`
}

export const dayFolderPattern = { year: /^\d{4}$/, day: /^\d{4}-\d{2}-\d{2}$/ }

/** Plain names, none of them hidden: no part of it leads elsewhere. On Windows a colon would. */
const placed =
  process.platform === 'win32'
    ? /^(?:(?!\.)[^/\\:\0]+\/)*(?!\.)[^/\\:\0]+$/
    : /^(?:(?!\.)[^/\\\0]+\/)*(?!\.)[^/\\\0]+$/

/**
 * True for a path inside a library, with forward slashes, where one of our images may be: the user may have moved it.
 */
export const isImagePath = (file: string): boolean => placed.test(file)

const named = new RegExp(`(?:^|-)(${idPattern})-([1-9]\\d{0,5})\\.[a-z0-9]+$`)

/** The item to which a file of ours belongs; null if we didn't make that name. */
export function namedItem(file: string): { readonly jobId: string; readonly index: number } | null {
  const [, jobId, number] = named.exec(file) ?? []
  return jobId === undefined ? null : { jobId, index: Number(number) - 1 }
}
