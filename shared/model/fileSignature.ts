import type { FileFormat, OtherFormat } from './image'
import { brandsOf, formatOf } from './imageSignature'

/** How many bytes of a file `fileFormatOf` looks at: enough for what stands before the root element of an SVG. */
export const fileSignatureBytes = 65_536

/** Lengths of the headers that a BMP may have. */
const bmpHeaders: ReadonlySet<number> = new Set([12, 16, 40, 52, 56, 64, 108, 124])
const heicBrands: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'])
const heifBrands: ReadonlySet<string> = new Set(['mif1', 'msf1', 'mif2'])
const mp4Brands = /^(?:iso[m2-9]|mp4[12v]|avc1|dash|cmf[c2]|M4V |3gp[4-9]|3g2[a-c]|f4v |MSNV)$/
const movAtoms: ReadonlySet<string> = new Set(['moov', 'mdat', 'wide'])

/** The format by a file's first bytes, whatever its name or the server said; null for bytes that aren't known. */
export const fileFormatOf = (bytes: Uint8Array): FileFormat | null => formatOf(bytes) ?? otherFormatOf(bytes)

/** The same of a file that is none of the images that are shown. */
function otherFormatOf(bytes: Uint8Array): OtherFormat | null {
  const head = String.fromCharCode(...bytes.subarray(0, 64))
  const first = magics.find(([, begins]) => begins.some((magic) => head.startsWith(magic)))
  if (first !== undefined) return first[0]
  if (head.startsWith('RIFF') && head.startsWith('AVI ', 8)) return 'avi'
  if (isBmp(bytes)) return 'bmp'
  if (isIco(bytes)) return 'ico'
  return mediaFormat(head) ?? matroskaFormat(head) ?? (rootElement(markupOf(bytes)) === 'svg' ? 'svg' : null)
}

/** How files of these formats begin, each in one of several ways. */
const magics: readonly (readonly [OtherFormat, readonly string[]])[] = [
  ['tiff', ['II*\0', 'MM\0*', 'II+\0', 'MM\0+']],
  ['psd', ['8BPS\0\x01', '8BPS\0\x02']],
  ['jxl', ['\xff\x0a', '\0\0\0\x0cJXL \r\n\x87\n']],
  ['jp2', ['\0\0\0\x0cjP  \r\n\x87\n']],
  ['j2k', ['\xff\x4f\xff\x51']],
  ['exr', ['\x76\x2f\x31\x01']],
  ['qoi', ['qoif']],
  ['pdf', ['%PDF-']],
]

/** WebM is a kind of Matroska, and says so in its header. */
function matroskaFormat(head: string): OtherFormat | null {
  if (!head.startsWith('\x1a\x45\xdf\xa3')) return null
  if (head.includes('webm')) return 'webm'
  return head.includes('matroska') ? 'mkv' : null
}

/** Two letters alone could begin any text. */
function isBmp(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x42 || bytes[1] !== 0x4d || bytes.length < 26) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return bmpHeaders.has(view.getUint32(14, true)) && view.getUint32(10, true) >= 26
}

/** Its first picture begins behind the list of all. */
function isIco(bytes: Uint8Array): boolean {
  if (bytes.length < 22) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint16(4, true)
  return view.getUint32(0) === 0x0000_0100 && count > 0 && view.getUint32(18, true) >= 6 + 16 * count
}

function mediaFormat(head: string): OtherFormat | null {
  const [major = '', ...others] = brandsOf(head)
  if (major === 'qt  ' || movAtoms.has(head.slice(4, 8))) return 'mov'
  const all = [major, ...others]
  if (all.some((brand) => heicBrands.has(brand))) return 'heic'
  if (all.some((brand) => heifBrands.has(brand))) return 'heif'
  return all.some((brand) => mp4Brands.test(brand)) ? 'mp4' : null
}

/**
 * The beginning of a file as text, a character for each byte, or for the lower byte of UTF-16 with its mark: that is
 * enough for markup.
 */
export function markupOf(bytes: Uint8Array): string {
  const head = bytes.subarray(0, fileSignatureBytes)
  const [first = 0, second = 0, third = 0] = head
  const mark = (first << 8) | second
  if (mark === 0xfffe || mark === 0xfeff) {
    const low = mark === 0xfffe ? 0 : 1
    return textOf(head.filter((_, at) => at > 1 && at % 2 === low))
  }
  return textOf(mark === 0xefbb && third === 0xbf ? head.subarray(3) : head)
}

const textOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** What may stand before a root element; a document type may have declarations of its own. */
const preamble = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!', '>'],
  [']', '>'],
] as const

/** The local name of the root element of markup, in lower case; null if it doesn't begin with one. */
export function rootElement(text: string): string | null {
  let rest = text.trimStart()
  for (;;) {
    const part = preamble.find(([begin]) => rest.startsWith(begin))
    if (part === undefined) break
    const end = rest.indexOf(part[1], part[0].length)
    if (end < 0) return null
    rest = rest.slice(end + part[1].length).trimStart()
  }
  return /^<(?:[\w.-]+:)?([a-z][\w.-]*)/i.exec(rest)?.[1]?.toLowerCase() ?? null
}
