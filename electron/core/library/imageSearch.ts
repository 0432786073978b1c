import type { GalleryQuery } from '@shared/model/image'
import type { SqlParams } from '../db/database'

/** The trigram index finds nothing shorter, but CJK words have one or two characters. */
const indexedLength = 3

/** More words than this add no meaning and would only make the statement longer. */
const termsMaximum = 16

/**
 * The condition on `images` for the text of the search box (every word, in any order, in any of the texts) and for the
 * batch that is shown.
 */
export function matching(query: GalleryQuery): { readonly where: string; readonly params: SqlParams } {
  const words = query.text.replaceAll('\0', ' ').split(/\s+/)
  const terms = [...new Set(words.filter((word) => word !== ''))].slice(0, termsMaximum)
  const long = terms.filter((term) => [...term].length >= indexedLength)
  const short = terms.filter((term) => [...term].length < indexedLength)
  const conditions = ['deleted_at IS NULL']
  const params: Record<string, string> = {}

  if (query.batchId) {
    conditions.push('batch_id = :batchId')
    params.batchId = query.batchId
  }
  if (long.length > 0) {
    conditions.push('number IN (SELECT rowid FROM images_text WHERE images_text MATCH :match)')
    params.match = long.map(quoted).join(' AND ')
  }
  short.forEach((term, i) => {
    const like = `LIKE :term${i} ESCAPE '\\'`
    conditions.push(`(prompt ${like} OR revised_prompt ${like} OR model ${like})`)
    params[`term${i}`] = `%${term.replace(/[\\%_]/g, '\\$&')}%`
  })
  return { where: conditions.join(' AND '), params }
}

/** A string in the index's query language: nothing inside it is syntax. */
const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`
