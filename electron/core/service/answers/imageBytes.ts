import { fileFormatOf } from '@shared/model/fileSignature'
import type { FileFormat } from '@shared/model/image'

const pictures: ReadonlySet<FileFormat | null> = new Set<FileFormat>([
  ...(['png', 'jpeg', 'gif', 'webp', 'avif', 'heic', 'heif', 'jxl', 'jp2', 'tiff', 'bmp'] as const),
])

/** Nearly all answers are JSON, and no picture begins as they do: a poll isn't compared with every format. */
const beginsAsJson = ([first]: Uint8Array): boolean => first === 0x7b || first === 0x5b

/** Whether bytes begin as those of a file with a picture do. */
export const isImageBytes = (bytes: Uint8Array): boolean =>
  !beginsAsJson(bytes) && pictures.has(fileFormatOf(bytes.subarray(0, 64)))

/** Characters of base64 that hold the first bytes of an image: those of a BMP's header are the most. */
const headLength = 40

/** The same of what may be bytes in base64. */
export function beginsAsImage(text: string): boolean {
  const head = text.trimStart().slice(0, headLength)
  return /^[\w+/-]+={0,2}$/.test(head) && isImageBytes(Buffer.from(head, 'base64'))
}

/** How many bytes of an answer tell whether it is a file itself. */
export const fileBodyBytes = 1024

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no text has
export const noText = /[\0-\x08\x0e-\x1a\x1c-\x1f]/
/** With the mark of UTF-16, and its zeros. */
const beginsAsText = /^[\s\0\xff\xfe\xef\xbb\xbf]*[{["<]/
const textTypes = /^\s*text\/|json|xml|html|script|urlencoded/i

/**
 * Whether an answer that begins so is a file, though none with a picture that is known: its type says that it is an image; or,
 * if it `isPaid`, its bytes are none of a text.
 */
export function isOddFile(
  first: Uint8Array,
  { type = '', isPaid }: { readonly type: string | undefined; readonly isPaid: boolean },
): boolean {
  const head = String.fromCharCode(...first.subarray(0, fileBodyBytes))
  if (/^\s*image\//i.test(type) && fileFormatOf(first) !== null) return true
  if (beginsAsText.test(head)) return false
  return /^\s*image\//i.test(type)
    ? noText.test(head)
    : isPaid && !textTypes.test(type) && head.includes('\0')
}
