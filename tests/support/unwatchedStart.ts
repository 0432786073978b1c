import type { StartRecord } from '../../electron/core/startRecord'

/** For a room on its own: nothing is noted or left out. */
export const unwatchedStart: StartRecord = {
  leftOut: () => [],
  isLeftOut: () => false,
  begin: () => () => {},
  during: async (_kind, _id, work) => work(),
  retryMs: () => 0,
  takeUp: async () => undefined,
  release: () => {},
  end: () => {},
}
