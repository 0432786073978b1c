import { AppFailure, appError } from '@shared/errors'
import type { ImageSelection } from '@shared/model/imageSelection'
import type { Exports } from '../export/exports'
import type { Library } from '../library/library'
import type { Clipboard, FileDrag, Opener } from '../ports'
import type { DomainHandlers } from './handlers'

export function originalHandlers(deps: {
  readonly library: Pick<Library, 'originals' | 'selectedImages'>
  readonly exports: Pick<Exports, 'filesByHand'>
  readonly clipboard: Pick<Clipboard, 'writeImage' | 'writeFiles'>
  readonly drag: FileDrag
  readonly opener: Pick<Opener, 'openImage'>
}): DomainHandlers<'originals'> {
  const { library, exports, clipboard, drag, opener } = deps
  const { originals } = library
  /** What is dragged: a path never comes from the window. */
  let prepared: { readonly paths: readonly string[]; readonly icon: Buffer | null } | null = null
  let drags = 0
  /** Made by a recipe, if one is named. */
  const filesBy = async (recipeId: string, selection: ImageSelection): Promise<readonly string[]> =>
    exports.filesByHand(await library.selectedImages(selection), recipeId)
  return {
    'originals.copyImage': async ({ id }) => {
      await clipboard.writeImage(await originals.picture(id))
      return null
    },

    'originals.copyFiles': async ({ recipeId, ...selection }) => {
      const paths =
        recipeId === undefined ? await originals.files(selection) : await filesBy(recipeId, selection)
      await clipboard.writeFiles(paths)
      return { copied: paths.length }
    },

    'originals.open': async ({ id }) => {
      await opener.openImage(await originals.verified(id))
      return null
    },

    'originals.account': ({ id }) => originals.account(id),

    'originals.prepareDrag': async ({ recipeId, ...selection }) => {
      prepared = null
      drags += 1
      const mine = drags
      const { paths, icon } = await originals.dragged(selection)
      const given = recipeId === undefined ? paths : await filesBy(recipeId, selection)
      if (mine === drags) prepared = { paths: given, icon }
      return { drag: mine }
    },

    'originals.drag': ({ drag: wanted }) => {
      if (prepared === null || wanted !== drags) throw new AppFailure(appError('rowMissing'))
      const { paths, icon } = prepared
      prepared = null
      drag.start(paths, icon)
      return null
    },
  }
}
