import type { RecipeSettings } from '@shared/model/exportRecipe'
import type { ImageDetails } from '@shared/model/image'
import type { ImageDescription } from '@shared/processes/imaging'

/** Of a file with a description of an image beside it, behind the whole name of that. */
export const sidecarEnding = '.xmp'

/** Whether a recipe writes what is known about images. */
export const isDescribed = ({ format, metadata, sidecar }: RecipeSettings): boolean =>
  sidecar || (format !== 'original' && metadata === 'kept')

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
    forWebUi,
  }
}
