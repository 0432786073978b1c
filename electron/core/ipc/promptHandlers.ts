import type { Changes } from '../changes'
import type { Previews } from '../previews/previews'
import type { Prompts } from '../prompts/prompts'
import type { DomainHandlers } from './handlers'

export function promptHandlers(deps: {
  readonly prompts: Prompts
  readonly changes: Changes
}): DomainHandlers<'prompts'> {
  const { history, templates, values } = deps.prompts

  function announced<T>(result: T): T {
    deps.changes.announce('prompts')
    return result
  }

  return {
    'prompts.history': (query) => history.search(query),

    'prompts.entry': ({ number }) => history.entry(number),

    'prompts.step': ({ from, to }) => history.step(from, to),

    'prompts.forget': ({ number }) => announced({ forgotten: history.forget(number) }),

    'prompts.recall': () => announced({ recalled: history.recall() }),

    'prompts.templates': (query) => templates.search(query),

    'prompts.template': ({ id }) => templates.read(id),

    'prompts.saveTemplate': ({ replace, ...template }) =>
      announced({ id: templates.save(template, { replace }) }),

    'prompts.renameTemplate': ({ id, name }) => {
      templates.rename(id, name)
      return announced(null)
    },

    'prompts.removeTemplate': ({ id }) => {
      templates.remove(id)
      return announced(null)
    },

    'prompts.restoreTemplate': () => announced({ restored: templates.restore() }),

    'prompts.used': ({ connectionId }) => values.used(connectionId),

    'prompts.forgetUsed': ({ connectionId, field, value }) => {
      values.forgetUsed(connectionId, field, value)
      return announced(null)
    },

    'prompts.values': ({ names }) => values.valuesOf(names),
  }
}

export function referenceHandlers({
  previews,
}: {
  readonly previews: Previews
}): DomainHandlers<'references'> {
  return {
    'references.preview': ({ connectionId, url }) => previews.open(connectionId, url),

    'references.closePreview': () => {
      previews.close()
      return null
    },
  }
}
