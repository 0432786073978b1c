import type { Connections } from '../connections/connections'
import type { Prompts } from '../prompts/prompts'
import type { DomainHandlers } from './handlers'

export function draftHandlers(deps: {
  readonly connections: Pick<Connections, 'readDraft' | 'writeDraft'>
  readonly prompts: Pick<Prompts, 'replaced'>
}): DomainHandlers<'drafts'> {
  const { connections, prompts } = deps
  return {
    'drafts.read': ({ connectionId }) => connections.readDraft(connectionId),

    'drafts.write': ({ connectionId, draft }) => {
      connections.writeDraft(connectionId, draft)
      return null
    },

    'drafts.keep': ({ draft }) => {
      prompts.replaced.keep(draft)
      return null
    },

    'drafts.replaced': () => prompts.replaced.list(),

    'drafts.replacedOne': ({ number }) => prompts.replaced.read(number),
  }
}
