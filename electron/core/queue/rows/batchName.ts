import { jobStateSchema } from '@shared/model/job'
import { textColumn } from '../../db/textColumn'

const nameLength = 40

/** The first words of a prompt, at most 40 characters, with `…` right after them if there are more. */
export function batchName(prompt: string): string {
  const words = textColumn(prompt).trim().split(/\s+/)
  let name = ''
  for (const word of words) {
    const longer = name === '' ? word : `${name} ${word}`
    if ([...longer].length > nameLength) break
    name = longer
  }
  if (name === '') name = [...(words[0] ?? '')].slice(0, nameLength).join('')
  return name === words.join(' ') ? name : `${name.replace(/[,;:.]+$/, '')}…`
}

/**
 * Of the batch `batchId` in SQL: the start of the prompt of its first or last row, found without the others. `states`:
 * of the rows that count; default all.
 */
export const promptAt = (
  which: 'min' | 'max',
  batchId: string,
  states: readonly string[] = jobStateSchema.options,
): string => `(
  SELECT substr(request_json ->> 'prompt', 1, 200) FROM jobs WHERE rowid = (
    SELECT ${which}((SELECT rowid FROM jobs INDEXED BY jobs_batch WHERE batch_id = ${batchId} AND state = states.value
      ORDER BY rowid ${which === 'min' ? 'ASC' : 'DESC'} LIMIT 1))
    FROM json_each('${JSON.stringify(states)}') AS states))`
