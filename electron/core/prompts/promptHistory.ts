import { AppFailure, appError } from '@shared/errors'
import { type HistoryPrompt, type HistoryRow, historyMaximum, openingLength } from '@shared/model/prompt'
import { folded } from '../db/folded'
import { textColumn } from '../db/textColumn'
import { holding } from './foldedText'
import type { PromptHistory } from './prompts'
import { createRemovals, type RemovalsDeps } from './removals'

/** The most characters of all prompts together: a thousand ordinary prompts take a tenth of it. */
const charactersMaximum = 5_000_000

export function createPromptHistory(deps: RemovalsDeps): PromptHistory {
  const { db } = deps
  const removals = createRemovals(deps, 'prompt_history')

  return {
    search({ text, offset, limit }) {
      const { where, params } = holding(text)
      const count = db.get<{ total: number }>(
        `SELECT count(*) AS total FROM prompt_history WHERE ${where}`,
        params,
      )
      const rows = db.all<HistoryRow>(
        `SELECT number, substr(prompt, 1, ${openingLength}) AS opening FROM prompt_history
         WHERE ${where} ORDER BY number DESC LIMIT :limit OFFSET :offset`,
        { ...params, limit, offset },
      )
      return { total: count?.total ?? 0, rows }
    },

    entry(number) {
      const row = db.get<HistoryPrompt>(
        'SELECT number, prompt FROM prompt_history WHERE number = :number AND removed = 0',
        { number },
      )
      if (row === undefined) throw new AppFailure(appError('rowMissing'))
      return row
    },

    step(from, to) {
      const beside = to === 'older' ? 'number < :from ORDER BY number DESC' : 'number > :from ORDER BY number'
      const row = db.get<HistoryPrompt>(
        `SELECT number, prompt FROM prompt_history WHERE removed = 0 AND ${beside} LIMIT 1`,
        { from: from ?? Number.MAX_SAFE_INTEGER },
      )
      return row ?? null
    },

    add(typed) {
      const prompt = textColumn(typed)
      db.transaction(() => {
        db.run('DELETE FROM prompt_history WHERE prompt = :prompt', { prompt })
        db.run(
          `INSERT INTO prompt_history (characters, prompt, folded) VALUES (:characters, :prompt, :folded)`,
          { characters: prompt.length, prompt, folded: folded(prompt) },
        )
        db.run(
          `DELETE FROM prompt_history WHERE number IN (
             SELECT number FROM (
               SELECT number, row_number() OVER newest AS place, sum(characters) OVER newest AS so_far
               FROM prompt_history WINDOW newest AS (ORDER BY number DESC)
             ) WHERE place > ${historyMaximum} OR (so_far > ${charactersMaximum} AND place > 1)
           )`,
        )
      })
    },

    forget: (number) =>
      number === null ? removals.remove('removed = 0') : removals.remove('number = :number', { number }),

    recall: removals.restore,
  }
}
