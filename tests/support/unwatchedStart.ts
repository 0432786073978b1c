import type { StartWatch } from '../../electron/core/startWatch'

/** For a room on its own: nothing is noted or left out. */
export const unwatchedStart: StartWatch = {
  leftOut: () => [],
  isLeftOut: () => false,
  begin: () => () => {},
  during: async (_kind, _id, work) => work(),
  tryNext: () => null,
  release: () => {},
  end: () => {},
}
