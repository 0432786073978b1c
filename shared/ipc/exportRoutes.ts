import { z } from 'zod'
import { copyAccountSchema } from '../model/copyAccount'
import {
  exportRecipeSchema,
  intoChoices,
  recipeNameMaximum,
  recipeSettingsSchema,
  recipesMaximum,
  takenChoices,
} from '../model/exportRecipe'
import { exportActionSchema, exportPlanSchema, exportRunSchema } from '../model/exportRun'
import { imageSelectionSchema } from '../model/imageSelection'
import { idSchema } from '../model/row'
import { nothing, route } from './route'

const recipe = z.object({ id: idSchema })

/** Exports by recipes. A destination comes from the native dialog alone, and is kept with its recipe. */
export const exportRoutes = {
  'exports.recipes': route(nothing, z.array(exportRecipeSchema)),
  /** `id` null makes a new one, with the destination of `like`. Refused with `rowMissing`. */
  'exports.saveRecipe': route(
    z.object({
      id: idSchema.nullable(),
      like: idSchema.nullable().default(null),
      name: z.string().trim().max(recipeNameMaximum),
      settings: recipeSettingsSchema,
    }),
    exportRecipeSchema,
  ),
  /** A ready one becomes as it came. */
  'exports.removeRecipe': route(recipe, nothing),
  /** Opens the native folder dialog, and keeps the answer as the recipe’s destination; null if it was closed. */
  'exports.chooseFolder': route(recipe, exportRecipeSchema.nullable()),
  /**
   * What exporting these images by a recipe would do; of a batch, all images, in the order of its jobs. Ends a plan that
   * is still being made, which is refused with `interrupted`.
   */
  'exports.plan': route(
    z.object({
      what: z.union([z.object({ images: imageSelectionSchema }), z.object({ batchId: idSchema })]),
      recipeId: idSchema,
      /** The user’s answer, for a recipe that asks. */
      existing: z.enum(takenChoices).optional(),
      /** Of this export alone; by default what the recipe says. */
      into: z.enum(intoChoices).optional(),
      /** Plans of the same images by other recipes, which are kept: they can begin together. */
      besides: z.array(z.number().int()).max(recipesMaximum).default([]),
    }),
    exportPlanSchema,
  ),
  /**
   * What the copy of one image by a recipe would say, and what it would lose. Refused with `rowMissing`, `imageLost`,
   * `librarySilent`, `exportTooLarge`, `metadataUnfit`, `fileUnreadable`.
   */
  'exports.foresee': route(z.object({ imageId: idSchema, recipeId: idSchema }), copyAccountSchema),
  /**
   * Begins the latest plan, with those that were kept as one export. Answers once it is noted: from then on a restart
   * doesn’t end it. Refused with `rowMissing` for any other plan, `exportBusy` and `folderUnwritable`.
   */
  'exports.begin': route(z.object({ plans: z.array(z.number().int()).min(1).max(recipesMaximum) }), nothing),
  'exports.current': route(nothing, exportRunSchema.nullable()),
  /** `retry`: those that failed. */
  'exports.act': route(z.object({ action: exportActionSchema }), nothing),
  'exports.reveal': route(nothing, nothing),
} as const
