import { AppFailure, appError } from '@shared/errors'
import { openingLength, type TemplateRow, variablesSchema } from '@shared/model/prompt'
import type { Database } from '../db/database'
import { folded } from '../db/folded'
import { textColumn } from '../db/textColumn'
import { newId } from '../ids'
import type { Clock } from '../ports'
import { holding } from './foldedText'
import { namedValues } from './namedValues'
import type { PromptTemplates } from './prompts'
import { createRemovals, type RemovalsDeps } from './removals'

interface Row {
  readonly id: string
  readonly name: string
  readonly prompt: string
  readonly variables_json: string
}

/** The text that is searched and sorted by: it begins with the name. */
const foldedOf = (name: string, prompt: string): string => folded(`${name}\n${prompt}`)

export function createPromptTemplates(
  deps: RemovalsDeps & { readonly db: Database; readonly clock: Clock },
): PromptTemplates {
  const { db, clock } = deps
  const removals = createRemovals(deps, 'prompt_templates')

  function find(id: string): Row {
    const row = db.get<Row>('SELECT * FROM prompt_templates WHERE id = :id AND removed = 0', { id })
    if (row === undefined) throw new AppFailure(appError('rowMissing', { params: { id } }))
    return row
  }

  const named = (name: string): string | null =>
    db.get<{ id: string }>('SELECT id FROM prompt_templates WHERE name = :name AND removed = 0', { name })
      ?.id ?? null

  const nameTaken = () => new AppFailure(appError('templateNameTaken'))

  return {
    search({ text, offset, limit }) {
      const { where, params } = holding(text)
      const count = db.get<{ total: number }>(
        `SELECT count(*) AS total FROM prompt_templates WHERE ${where}`,
        params,
      )
      const rows = db.all<TemplateRow>(
        `SELECT id, name, substr(prompt, 1, ${openingLength}) AS opening FROM prompt_templates
         WHERE ${where} ORDER BY folded, id LIMIT :limit OFFSET :offset`,
        { ...params, limit, offset },
      )
      return { total: count?.total ?? 0, rows }
    },

    read(id) {
      const { name, prompt, variables_json } = find(id)
      return { id, name, prompt, variables: variablesSchema.parse(JSON.parse(variables_json)) }
    },

    save({ name: typed, prompt: whole, variables }, { replace }) {
      const name = textColumn(typed)
      const prompt = textColumn(whole)
      return db.transaction(() => {
        const before = named(name)
        if (before !== null && !replace) throw nameTaken()
        const id = before ?? newId(clock.now())
        const values = Object.fromEntries(namedValues(prompt, variables))
        db.run(
          `INSERT INTO prompt_templates (id, name, prompt, variables_json, folded)
           VALUES (:id, :name, :prompt, :variables, :folded)
           ON CONFLICT (id) DO UPDATE SET
             prompt = excluded.prompt, variables_json = excluded.variables_json, folded = excluded.folded`,
          { id, name, prompt, variables: JSON.stringify(values), folded: foldedOf(name, prompt) },
        )
        return id
      })
    },

    rename(id, typed) {
      const name = textColumn(typed)
      db.transaction(() => {
        const { prompt } = find(id)
        if ((named(name) ?? id) !== id) throw nameTaken()
        db.run('UPDATE prompt_templates SET name = :name, folded = :folded WHERE id = :id', {
          id,
          name,
          folded: foldedOf(name, prompt),
        })
      })
    },

    remove(id) {
      removals.remove('id = :id', { id })
    },
    restore: removals.restore,
  }
}
