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

    'exports.plan': async ({ what, recipeId, existing }) =>
      exports.plan(
        'batchId' in what
          ? await library.batchImages(what.batchId)
          : await library.selectedImages(what.images),
        recipeId,
        existing,
      ),

    'exports.begin': async ({ plan }) => {
      await exports.begin(plan)
      return null
    },

    'exports.current': () => exports.current(),

    'exports.act': ({ action }) => {
      exports.act(action)
      return null
    },

    'exports.reveal': async () => {
      const place = exports.place()
      if (place === null) throw new AppFailure(appError('rowMissing'))
      if (place.file === null) await opener.openFolder(place.folder)
      else opener.reveal(join(place.folder, place.file))
      return null
    },
  }
}
