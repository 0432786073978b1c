import type { Bringing } from '../bringing/bringing'
import type { Dialogs } from '../ports'
import type { DomainHandlers } from './handlers'

export function bringingHandlers(deps: {
  readonly bringing: Bringing
  readonly dialogs: Pick<Dialogs, 'chooseImages'>
}): DomainHandlers<'bringing'> {
  const { bringing, dialogs } = deps
  return {
    'bringing.current': () => bringing.current(),

    'bringing.choose': async ({ what }) => {
      bringing.refuseBusy()
      const paths = await dialogs.chooseImages(what)
      if (paths.length > 0) bringing.look(paths)
      return { chosen: paths.length > 0 }
    },

    'bringing.start': async ({ leaves }) => {
      await bringing.begin(leaves)
      return null
    },

    'bringing.cancel': () => {
      bringing.cancel()
      return null
    },

    'bringing.dismiss': () => {
      bringing.dismiss()
      return null
    },
  }
}
