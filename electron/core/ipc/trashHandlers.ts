import type { Library } from '../library/library'
import type { DomainHandlers } from './handlers'

export function trashHandlers(deps: { readonly library: Pick<Library, 'trash'> }): DomainHandlers<'trash'> {
  const { trash } = deps.library
  return {
    'trash.size': ({ selection }) => trash.size(selection),
    'trash.restore': (selection) => trash.restore(selection),
    'trash.discard': async ({ selection }) => ({ discarded: await trash.discard(selection) }),
  }
}
