import { parseTemplate } from '@shared/model/template'
import type { Changes } from '../changes'
import type { Database } from '../db/database'
import { traceOf } from '../errorTrace'
import type { Clock, Logger } from '../ports'
import { createPromptHistory } from './promptHistory'
import type { Prompts } from './prompts'
import { createPromptTemplates } from './promptTemplates'
import { createRememberedValues } from './rememberedValues'

export function createPrompts(deps: {
  readonly db: Database
  readonly changes: Changes
  readonly clock: Clock
  readonly logger: Logger
}): Prompts {
  const { db, changes, logger } = deps
  const history = createPromptHistory(db)
  const templates = createPromptTemplates(deps)
  const values = createRememberedValues(db)

  return {
    history,
    templates,
    values,
    record({ connectionId, prompt, model, size, variables }) {
      try {
        db.transaction(() => {
          history.add(prompt)
          values.addUsed(connectionId, 'model', model)
          if (size !== '') values.addUsed(connectionId, 'size', size)
          for (const { key } of parseTemplate(prompt).variables) {
            const value = variables[key] ?? ''
            if (value.trim() !== '') values.addValue(key, value)
          }
        })
        changes.announce('prompts')
      } catch (problem) {
        logger.warn('prompts.notRecorded', traceOf(problem))
      }
    },
  }
}
