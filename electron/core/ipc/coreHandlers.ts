import type { Database } from '../db/database'
import type { Library } from '../library/library'
import { createTableWriting } from '../tables/writing/tableWriting'
import { appHandlers, damageHandlers } from './appHandlers'
import { bringingHandlers } from './bringingHandlers'
import { collectionHandlers } from './collectionHandlers'
import { connectionHandlers } from './connectionHandlers'
import { draftHandlers } from './draftHandlers'
import { exportHandlers } from './exportHandlers'
import { foundHandlers } from './foundHandlers'
import type { Handlers } from './handlers'
import { jobHandlers } from './jobHandlers'
import { galleryHandlers, libraryHandlers } from './libraryHandlers'
import { originalHandlers } from './originalHandlers'
import { promptHandlers, referenceHandlers } from './promptHandlers'
import { tableHandlers } from './tableHandlers'
import { trashHandlers } from './trashHandlers'

/** What each domain asks for, except for what exists only to answer requests. */
type CoreHandlersDeps = Parameters<typeof appHandlers>[0] &
  Parameters<typeof damageHandlers>[0] &
  Parameters<typeof libraryHandlers>[0] &
  Parameters<typeof bringingHandlers>[0] &
  Parameters<typeof connectionHandlers>[0] &
  Parameters<typeof draftHandlers>[0] &
  Parameters<typeof jobHandlers>[0] &
  Parameters<typeof foundHandlers>[0] &
  Parameters<typeof promptHandlers>[0] &
  Omit<Parameters<typeof tableHandlers>[0], 'writing'> &
  Parameters<typeof galleryHandlers>[0] &
  Parameters<typeof originalHandlers>[0] &
  Parameters<typeof referenceHandlers>[0] &
  Parameters<typeof exportHandlers>[0] & {
    readonly db: Database
    readonly library: Library
  }

/** The handlers of all domains: with one missing it doesn't compile. */
export function coreHandlers(deps: CoreHandlersDeps): Handlers {
  const { db, library } = deps
  return {
    ...appHandlers(deps),
    ...damageHandlers(deps),
    ...libraryHandlers(deps),
    ...connectionHandlers(deps),
    ...draftHandlers(deps),
    ...jobHandlers(deps),
    ...foundHandlers(deps),
    ...promptHandlers(deps),
    ...tableHandlers({ ...deps, writing: createTableWriting({ db, imageFile: library.imageFile }) }),
    ...galleryHandlers(deps),
    ...collectionHandlers(deps),
    ...bringingHandlers(deps),
    ...originalHandlers(deps),
    ...trashHandlers(deps),
    ...referenceHandlers(deps),
    ...exportHandlers(deps),
  }
}
