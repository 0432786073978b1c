import type { Library } from '../library/library'
import type { LibraryWatch } from '../library/libraryWatch'
import type { Dialogs, Opener } from '../ports'
import type { DomainHandlers } from './handlers'

export function libraryHandlers(deps: {
  readonly library: Pick<Library, 'folder' | 'use'>
  readonly watch: Pick<LibraryWatch, 'look'>
  readonly dialogs: Dialogs
  readonly opener: Opener
}): DomainHandlers<'library'> {
  const { library, watch, dialogs, opener } = deps
  return {
    'library.choose': async () => {
      const folder = await dialogs.chooseFolder('library')
      if (folder === null) return null
      await library.use(folder)
      await watch.look()
      return { libraryPath: folder }
    },

    'library.reveal': async () => {
      await opener.openFolder(library.folder())
      return null
    },
  }
}
