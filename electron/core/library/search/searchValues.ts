import type { SuggestedKey } from '@shared/model/imageQuery'
import { searchFold } from '@shared/model/searchFold'
import type { Database } from '../../db/database'
import type { CollectionRows } from '../collections/collectionRows'
import type { BatchNames } from './batchNames'
import type { ImageFacts } from './imageFacts'

const mostValues = 20

/** The library's values for a key of the search language that have a text in them, the likeliest first. */
export async function searchValues(
  deps: {
    readonly db: Database
    readonly facts: ImageFacts
    readonly batches: BatchNames
    readonly collectionRows: Pick<CollectionRows, 'list'>
    readonly signal: AbortSignal
  },
  key: SuggestedKey,
  text: string,
): Promise<readonly string[]> {
  const { db, facts, batches, collectionRows, signal } = deps
  const wanted = searchFold(text)
  const begins = (value: string): boolean => searchFold(value).startsWith(wanted)
  const likeliest = (values: Iterable<string>): readonly string[] =>
    [...new Set(values)]
      .filter((value) => value !== '' && searchFold(value).includes(wanted))
      .sort((a, b) => Number(begins(b)) - Number(begins(a)))
      .slice(0, mostValues)
  if (key === 'collection') return likeliest(collectionRows.list().map(({ name }) => name))
  if (key === 'batch') {
    await batches.settle(signal)
    const named = db.all<{ name: string }>(
      `SELECT name FROM (
         SELECT name, created_at FROM batches WHERE id IN (SELECT value FROM json_each(:ids))
         UNION ALL SELECT name, 0 FROM recorded_batches WHERE id IN (SELECT value FROM json_each(:ids)))
       WHERE name <> '' ORDER BY created_at DESC LIMIT ${5 * mostValues}`,
      { ids: JSON.stringify(batches.having(wanted)) },
    )
    return likeliest(named.map(({ name }) => name))
  }
  await facts.settle(signal)
  if (key !== 'size') return likeliest(facts.all().map((fact) => fact[key]))
  return likeliest(facts.all().map(({ width, height }) => (width === 0 ? '' : `${width}x${height}`)))
}
