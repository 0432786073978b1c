import { AppFailure, appError, type ErrorCode } from '@shared/errors'
import type { CopyAccount } from '@shared/model/copyAccount'
import { hopeless, type Imaging } from '../library/imaging'
import type { Library } from '../library/library'
import { NotNow } from './destination'
import { problemOf } from './exportProblem'
import { copyBy, descriptionOf } from './imageDescription'
import type { Recipes } from './recipes'
import { imageSource, isTooLarge } from './writing'

/** Says what the copy of one image by a recipe would say and lose. Nothing is written. */
export async function foresee(
  {
    library,
    imaging,
    recipes,
  }: {
    readonly library: Pick<Library, 'details' | 'imageFile'>
    readonly imaging: Pick<Imaging, 'foresee'>
    readonly recipes: Pick<Recipes, 'find'>
  },
  imageId: string,
  recipeId: string,
): Promise<CopyAccount> {
  const { settings } = recipes.find(recipeId)
  const details = library.details(imageId)
  const problem = problemOf(details, settings)
  if (problem !== null) throw new AppFailure(problem)
  const beside = settings.sidecar ? descriptionOf(details, settings) : null
  try {
    const source = await imageSource({ library }, imageId)
    return await imaging.foresee(
      source,
      copyBy(settings, () => details),
      beside,
      { decode: details.decoded },
    )
  } catch (failure) {
    if (failure instanceof NotNow) throw new AppFailure(failure.error)
    if (isTooLarge(failure)) throw refused('exportTooLarge')
    // It was an image when it was saved.
    throw failure instanceof AppFailure && hopeless.has(failure.error.code)
      ? refused('fileUnreadable')
      : failure
  }
}

const refused = (code: ErrorCode): AppFailure => new AppFailure(appError(code))
