import { AppFailure, appError } from '@shared/errors'
import type { Connections } from '../connections/connections'
import type { Exports } from '../export/exports'
import type { Library } from '../library/library'
import type { LibraryWatch } from '../library/libraryWatch'
import type { Moving } from '../library/moving/moving'
import type { Upkeep } from '../library/upkeep/createUpkeep'
import type { Notices } from '../notices'
import type { Dialogs, Opener } from '../ports'
import { noteFormerLibrary } from './computerNotices'
import type { DomainHandlers } from './handlers'

export function libraryHandlers(deps: {
  readonly connections: Pick<Connections, 'glanceAtKeychain'>
  readonly library: Pick<Library, 'folder' | 'use'>
  readonly upkeep: Pick<Upkeep, 'check' | 'lookAgain' | 'rebuild' | 'ask' | 'forget' | 'cancel'>
  readonly moving: Pick<Moving, 'plan' | 'begin' | 'act'>
  readonly watch: Pick<LibraryWatch, 'look'>
  readonly exports: Pick<Exports, 'hasWritten'>
  readonly dialogs: Dialogs
  readonly opener: Opener
  readonly notices: Notices
}): DomainHandlers<'library'> {
  const { connections, library, upkeep, moving, watch, exports, dialogs, opener, notices } = deps
  return {
    'library.choose': async () => {
      const folder = await dialogs.chooseFolder('library')
      if (folder === null) return null
      await library.use(folder)
      await watch.look()
      return { libraryPath: folder, hasExports: exports.hasWritten(folder) }
    },

    'library.reveal': async () => {
      await opener.openFolder(library.folder())
      return null
    },

    'library.check': ({ asked }) => {
      if (asked) upkeep.check()
      else {
        // The window has the focus again: the user may also have unlocked the keychain.
        upkeep.lookAgain()
        connections.glanceAtKeychain()
      }
      return null
    },

    'library.rebuild': () => {
      upkeep.rebuild()
      return null
    },

    'library.askAgain': ({ imageId }) => {
      upkeep.ask(imageId)
      return null
    },

    'library.forget': ({ folder }) => {
      upkeep.forget(folder)
      noteFormerLibrary(notices, folder, false)
      return null
    },

    'library.cancelCheck': () => {
      upkeep.cancel()
      return null
    },

    'library.planMove': async () => {
      const folder = await dialogs.chooseFolder('move')
      return folder === null ? null : moving.plan(folder)
    },

    'library.move': ({ plan }) => {
      moving.begin(plan)
      return null
    },

    'library.actOnMove': ({ action }) => {
      moving.act(action)
      return null
    },
  }
}

export function galleryHandlers(deps: {
  readonly library: Library
  readonly opener: Pick<Opener, 'reveal'>
}): DomainHandlers<'gallery' | 'images'> {
  const { library, opener } = deps
  return {
    'gallery.outline': (query) => library.outline(query),

    'gallery.costs': (query) => library.costs(query),

    'gallery.page': ({ offset, limit, ...query }) => library.page(query, offset, limit),

    'gallery.count': async (query) => ({ total: await library.count(query) }),

    'gallery.suggest': async ({ key, text }) => ({ values: [...(await library.suggest(key, text))] }),

    'gallery.select': (range) => library.select(range),

    'gallery.selectAt': (positions) => library.selectAt(positions),

    'gallery.selectSeen': (asked) => library.selectSeen(asked),

    'gallery.beyond': (wanted) => library.beyond(wanted),

    'images.few': (selection) => library.few(selection),

    'images.open': ({ ids }) => {
      library.open(ids)
      return null
    },

    'images.details': ({ id }) => library.details(id),

    'images.cost': ({ id }) => library.cost(id),

    'images.costs': async (selection) => ({ total: await library.costsOf(selection) }),

    'images.source': ({ id }) => library.source(id),

    'images.delete': (selection) => library.delete(selection),

    'images.restore': async ({ press }) => ({ restored: await library.restore(press) }),

    'images.mark': ({ selection, change, again }) => library.mark(selection, change, again),

    'images.unmark': async ({ press }) => ({ restored: await library.unmark(press) }),

    'images.writeNote': ({ id, note, only }) => ({ written: library.writeNote(id, note, only) }),

    'images.reveal': async ({ id }) => {
      const path = await library.imageFile(id)
      if (path === null) throw new AppFailure(appError('imageLost', { params: { id } }))
      opener.reveal(path)
      return null
    },
  }
}
