import { join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import type { Exports } from '../export/exports'
import type { Library } from '../library/library'
import type { Dialogs, Opener } from '../ports'
import type { DomainHandlers } from './handlers'

export function exportHandlers(deps: {
  readonly exports: Exports
  readonly library: Pick<Library, 'batchImages' | 'selectedImages'>
  readonly dialogs: Pick<Dialogs, 'chooseFolder'>
  readonly opener: Pick<Opener, 'openFolder' | 'reveal'>
}): DomainHandlers<'exports'> {
  const { exports, library, dialogs, opener } = deps
  const { recipes } = exports
  return {
    'exports.recipes': () => [...recipes.list()],

    'exports.saveRecipe': (recipe) => recipes.save(recipe),

    'exports.removeRecipe': ({ id }) => {
      recipes.remove(id)
      return null
    },

    'exports.chooseFolder': async ({ id }) => {
      recipes.find(id)
      const folder = await dialogs.chooseFolder('export')
      return folder === null ? null : exports.chooseFolder(id, folder)
    },

    'exports.plan': async ({ what, recipeId, existing, into, besides }) =>
      exports.plan(
        'batchId' in what
          ? await library.batchImages(what.batchId)
          : await library.selectedImages(what.images),
        recipeId,
        { existing, into, besides },
      ),

    'exports.foresee': ({ imageId, recipeId }) => exports.foresee(imageId, recipeId),

    'exports.begin': async ({ plans }) => {
      await exports.begin(plans)
      return null
    },

    'exports.current': () => exports.current(),

    'exports.act': ({ action }) => {
      exports.act(action)
      return null
    },

    'exports.reveal': async () => {
      const places = exports.places()
      if (places.length === 0) throw new AppFailure(appError('rowMissing'))
      for (const { file, folder } of places) if (file !== null) opener.reveal(join(folder, file))
      for (const folder of new Set(places.flatMap(({ file, folder }) => (file === null ? [folder] : []))))
        await opener.openFolder(folder)
      return null
    },
  }
}
