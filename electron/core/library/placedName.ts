import { extname, posix } from 'node:path'
import { itemName, namedItem, slugOf } from './imageName'

/** Bytes that a name may have on every system, encrypted home folders included. */
const safeBytes = 143

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The path of an image inside a library, in three parts: what comes after the words isn't changed. */
function partsOf(file: string) {
  const { dir, base } = posix.parse(file)
  const item = namedItem(base)
  const end = item === null ? extname(base) : `${itemName(item.jobId, item.index)}${extname(base)}`
  const words = base.slice(0, base.length - end.length).replace(/-$/, '')
  return { dir, words, joint: item === null ? '' : '-', end }
}

function cut(text: string, bytes: number): string {
  let kept = ''
  for (const { segment } of graphemes.segment(text)) {
    if (Buffer.byteLength(kept + segment) > bytes) break
    kept += segment
  }
  return kept
}

/**
 * The path of an image inside a library, with a number that tells it from another file: `fern-2-<job id>-1.png`. The
 * name is never longer than the one it had, or than any system accepts.
 */
export function numberedFile(file: string, number: number): string {
  const { dir, words, joint, end } = partsOf(file)
  const rest = `-${number}${joint}${end}`
  const longest = Math.max(safeBytes, Buffer.byteLength(posix.basename(file)))
  const name = `${cut(words === '' ? 'image' : words, longest - Buffer.byteLength(rest))}${rest}`
  return posix.join(dir, name)
}

/** The same image under a name that every system accepts: the user may have renamed it on one that accepts more. */
export function plainFile(file: string): string {
  const { dir, words, joint, end } = partsOf(file)
  return posix.join(
    dir,
    `${slugOf(words)}${joint}${joint === '' ? end.replace(/[^.\p{L}\p{N}]/gu, '') : end}`,
  )
}
