import type { Changes } from '../changes'
import type { Database } from '../db/database'
import type { Guard } from '../guard'
import type { Clock } from '../ports'
import { namedValues } from './namedValues'
import { createPromptHistory } from './promptHistory'
import type { Prompts } from './prompts'
import { createPromptTemplates } from './promptTemplates'
import { createRememberedValues } from './rememberedValues'
import { createReplacedDrafts } from './replacedDrafts'

export function createPrompts(deps: {
  readonly db: Database
  readonly changes: Changes
  readonly clock: Clock
  readonly guard: Pick<Guard, 'run'>
}): Prompts {
  const { db, changes } = deps
  const history = createPromptHistory(deps)
  const templates = createPromptTemplates(deps)
  const values = createRememberedValues(db)

  return {
    history,
    templates,
    values,
    replaced: createReplacedDrafts(deps),
    record({ connectionId, prompt, model, size, variables }) {
      db.transaction(() => {
        history.add(prompt)
        values.addUsed(connectionId, 'model', model)
        if (size !== '') values.addUsed(connectionId, 'size', size)
        for (const [name, value] of namedValues(prompt, variables)) values.addValue(name, value)
      })
      changes.announce('prompts')
    },
  }
}
