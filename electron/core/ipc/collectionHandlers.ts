import { AppFailure, appError } from '@shared/errors'
import type { Library } from '../library/library'
import type { DomainHandlers } from './handlers'

export function collectionHandlers(deps: {
  readonly library: Pick<Library, 'collections' | 'selected'>
}): DomainHandlers<'collections'> {
  const { collections, selected } = deps.library
  return {
    'collections.list': () => ({ collections: [...collections.list()] }),

    'collections.create': async ({ name, selection }) =>
      collections.create(name, selection === null ? [] : await selected(selection)),

    'collections.rename': ({ id, name }) => collections.rename(id, name),

    'collections.remove': ({ id }) => collections.remove(id),

    'collections.add': async ({ id, selection }) => collections.add(id, await selected(selection)),

    'collections.takeOut': async ({ id, selection }) => collections.takeOut(id, await selected(selection)),

    'collections.move': async ({ id, selection, beside: { imageId, to } }) => {
      const [number] = await selected({ ids: [imageId] })
      if (number === undefined) throw new AppFailure(appError('rowMissing', { params: { id: imageId } }))
      return collections.move(id, await selected(selection), { number, to })
    },

    'collections.turn': async ({ press, way }) => ({ turned: await collections.turn(press, way) }),
  }
}
