/** What a component of a path may be at most: every system accepts it, whichever way its letters are stored. */
const byteMaximum = 255

/** Not allowed on Windows, or anywhere; what can't be seen, but hides or turns what can; halves of a character. */
const illegal =
  /[\p{Cc}\p{Cn}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]+/gu

/** Windows opens a device under these names, whatever follows a dot. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ ]*(?=\.|$)/i

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

const bytesOf = (text: string): number =>
  Math.max(Buffer.byteLength(text), Buffer.byteLength(text.normalize('NFD')))

/**
 * A component of a path that Windows, macOS and Linux all accept, from any text: NFC, at most `units` UTF-16 units, with
 * `ending` at its end. Empty if nothing is left of the text.
 */
export function legalName(text: string, ending: string, units: number): string {
  const clean = text
    .normalize('NFC')
    .replace(illegal, '-')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+/, '')
  const room = byteMaximum - Buffer.byteLength(ending) - 1
  const stem = cutName(unreserved(trimmed(clean)), units - ending.length - 1, room)
  return stem === '' ? '' : `${stem}${ending}`
}

const trimmed = (text: string): string => text.replace(/[. ]+$/, '')

const unreserved = (text: string): string => text.replace(device, (name) => `${trimmed(name)}_`)

/** A legal name, cut to so many UTF-16 units and bytes, never inside what the reader takes for one character. */
export function cutName(text: string, units: number, bytes: number): string {
  if (text.length <= units && bytesOf(text) <= bytes) return text
  let kept = ''
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length > units || bytesOf(kept + segment) > bytes) break
    kept += segment
  }
  return unreserved(trimmed(kept))
}

/** Equal for two names that are the same file on some system: by case, by how letters are composed, by what is unseen. */
export function foldedName(name: string): string {
  return name
    .normalize('NFD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
    .replace(/\u200c|\u200d|[\ufe00-\ufe0f]/g, '')
}
