import type { Database } from '../../db/database'
import type { ImageFacts } from './imageFacts'

export type SuggestedKey = 'model' | 'connection' | 'batch' | 'size'

const mostValues = 20

/** Values that the library has for a key of the search language and that have a text in them, the likeliest first. */
export async function searchValues(
  deps: { readonly db: Database; readonly facts: ImageFacts; readonly signal: AbortSignal },
  key: SuggestedKey,
  text: string,
): Promise<readonly string[]> {
  const wanted = text.toLowerCase()
  const likeliest = (values: Iterable<string>): readonly string[] =>
    [...new Set(values)]
      .filter((value) => value.toLowerCase().includes(wanted))
      .sort((a, b) => Number(isBeginning(b)) - Number(isBeginning(a)))
      .slice(0, mostValues)
  const isBeginning = (value: string): boolean => value.toLowerCase().startsWith(wanted)
  if (key === 'batch')
    return likeliest(
      deps.db
        .all<{ name: string }>(
          `SELECT name FROM batches WHERE name LIKE :like ESCAPE '\\' AND name <> ''
           ORDER BY created_at DESC LIMIT ${5 * mostValues}`,
          { like: `%${text.replace(/[\\%_]/g, '\\$&')}%` },
        )
        .map(({ name }) => name),
    )
  await deps.facts.settle(deps.signal)
  const facts = deps.facts.all()
  return likeliest(facts.map((fact) => (key === 'size' ? `${fact.width}x${fact.height}` : fact[key])))
}
