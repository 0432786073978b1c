import type { RecipeSettings } from '@shared/model/exportRecipe'
import type { ImageDetails } from '@shared/model/image'
import type { ImageDescription, RecipeCopy } from '@shared/processes/imaging'

const sidecarEnding = '.xmp'

/** The path of the file with the description of an image, beside the file of that. */
export const sidecarOf = (path: string, { sidecarName }: Pick<RecipeSettings, 'sidecarName'>): string =>
  `${sidecarName === 'whole' ? path : path.replace(/\.[^./\\]*$/, '')}${sidecarEnding}`

/** Whether a recipe writes what is known about images. */
export const isDescribed = ({ format, metadata, sidecar }: RecipeSettings): boolean =>
  sidecar || (format !== 'original' && metadata === 'kept')

/** Whether the file that is written is the image's own. */
export const isAsItIs = ({ format, metadata }: RecipeSettings): boolean =>
  format === 'original' && metadata === 'kept'

/** What a recipe makes of an image's file; details are read if it says them. */
export function copyBy(settings: RecipeSettings, details: () => ImageDetails): RecipeCopy {
  const { format, quality, longestSide, enlarge, background, profile, metadata } = settings
  if (format === 'original') return { kind: metadata === 'kept' ? 'asItIs' : 'stripped' }
  const description = metadata === 'stripped' ? null : descriptionOf(details(), settings)
  const picture = { format, quality, longestSide, enlarge, background, profile }
  return { kind: 'converted', ...picture, description }
}

/** What is known about how an image was made, to be written into a copy or beside it. */
export function descriptionOf(
  details: ImageDetails,
  { forWebUi }: Pick<RecipeSettings, 'forWebUi'>,
): ImageDescription {
  const { asked, brought, revisedPrompt, connectionName, taskId, createdAt, rating, width, height } = details
  return {
    prompt: asked.prompt,
    revisedPrompt: revisedPrompt === asked.prompt ? null : revisedPrompt,
    model: asked.model,
    system: brought === null ? connectionName : brought.tool,
    size: asked.size ?? null,
    n: brought === null ? (asked.n ?? 1) : null,
    taskId,
    savedAt: createdAt,
    rating,
    collections: details.collections.map(({ name }) => name),
    hasReferences: (asked.image ?? []).length > 0,
    width,
    height,
    // Without a prompt, they would take the line of settings for one.
    forWebUi: forWebUi && asked.prompt !== '',
  }
}
