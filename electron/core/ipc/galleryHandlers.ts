import { AppFailure, appError } from '@shared/errors'
import type { Changes } from '../changes'
import type { Library } from '../library/library'
import type { Opener } from '../ports'
import type { DomainHandlers } from './handlers'

export function galleryHandlers(deps: {
  readonly library: Library
  readonly opener: Pick<Opener, 'reveal'>
  readonly changes: Changes
}): DomainHandlers<'gallery' | 'images'> {
  const { library, opener, changes } = deps
  return {
    'gallery.outline': (query) => library.outline(query),

    'gallery.page': ({ offset, limit, ...query }) => ({
      revision: changes.revision('gallery'),
      rows: [...library.page(query, offset, limit)],
    }),

    'gallery.ids': ({ from, to, ...query }) => [...library.ids(query, from, to)],

    'images.details': ({ id }) => library.details(id),

    'images.source': ({ id }) => library.source(id),

    'images.delete': ({ ids }) => ({ deleted: library.delete(ids) }),

    'images.restore': ({ ids }) => ({ restored: library.restore(ids) }),

    'images.reveal': async ({ id }) => {
      const file = await library.imageFile(id)
      if (file === null) throw new AppFailure(appError('imageLost', { params: { id } }))
      opener.reveal(file.path)
      return null
    },
  }
}
