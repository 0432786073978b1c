import { type JsonRecord, wordsOf } from './json'
import { fieldsOf } from './records'

/** Plain names of flags, and what each is when the content was refused. */
const flags: Readonly<Record<string, boolean>> = {
  is_image_safe: false,
  is_safe: false,
  safe: false,
  respect_moderation: false,
  nsfw: true,
  is_nsfw: true,
  nsfw_content: true,
  has_nsfw_content: true,
  has_nsfw_concept: true,
  moderated: true,
  is_moderated: true,
  flagged: true,
  filtered: true,
  is_filtered: true,
  content_filtered: true,
  blocked: true,
  is_blocked: true,
  is_sensitive: true,
}
/** Plain names of the word with which a picture ended. */
const endNames = ['finish_reason', 'stop_reason', 'end_reason']
const refusedWord = /safety|filter|moderat|prohibit|nsfw|sensitive|block|unsafe|recitation|copyright/i
/** Whatever word stands there, something was refused. */
const refusalNames = ['rai_filtered_reason', 'block_reason', 'filter_reason']
const noReason = /^(none|null|no|(block|filter)(ed)?_?reason_?unspecified)$/i

/** Whether what is said about an image without bytes or address is that its content was refused. */
export function saysModeratedItem(record: JsonRecord): boolean {
  const fields = fieldsOf(record)
  const isFlagged = Object.entries(flags).some(([name, refused]) => {
    const value = fields.get(name)?.value
    return (
      value === refused || (Array.isArray(value) && value.length > 0 && value.every((one) => one === refused))
    )
  })
  const isRefused = refusalNames.some((name) => {
    const word = wordsOf(fields.get(name)?.value)
    return word !== null && !noReason.test(word)
  })
  if (isFlagged || isRefused) return true
  return endNames.some((name) => {
    const value = fields.get(name)?.value
    const words = (Array.isArray(value) ? value.slice(0, 20) : [value]).map(wordsOf)
    return words.some((word) => word !== null && refusedWord.test(word))
  })
}
