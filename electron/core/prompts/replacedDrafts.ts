import { AppFailure, appError } from '@shared/errors'
import { draftSchema } from '@shared/model/draft'
import { openingLength } from '@shared/model/prompt'
import { type ReplacedDraft, replacedMaximum } from '@shared/model/replacedDraft'
import type { Database } from '../db/database'
import { textColumn } from '../db/textColumn'
import type { Clock } from '../ports'
import type { ReplacedDrafts } from './prompts'

export function createReplacedDrafts(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
}): ReplacedDrafts {
  const { db, clock } = deps
  return {
    keep(draft) {
      if (draft.prompt.trim() === '' && draft.image.length === 0) return
      const json = JSON.stringify(draft)
      db.transaction(() => {
        db.run('DELETE FROM replaced_drafts WHERE draft_json = :json', { json })
        db.run(
          `INSERT INTO replaced_drafts (draft_json, opening, replaced_at)
           VALUES (:json, substr(:prompt, 1, ${openingLength}), :now)`,
          { json, prompt: textColumn(draft.prompt), now: clock.now() },
        )
        db.run(
          `DELETE FROM replaced_drafts WHERE number NOT IN
             (SELECT number FROM replaced_drafts ORDER BY number DESC LIMIT ${replacedMaximum})`,
        )
      })
    },

    list: () =>
      db.all<ReplacedDraft>(
        'SELECT number, opening, replaced_at AS replacedAt FROM replaced_drafts ORDER BY number DESC',
      ),

    read(number) {
      const row = db.get<{ draft: string }>(
        'SELECT draft_json AS draft FROM replaced_drafts WHERE number = :number',
        { number },
      )
      if (row === undefined) throw new AppFailure(appError('rowMissing'))
      return draftSchema.parse(JSON.parse(row.draft))
    },
  }
}
