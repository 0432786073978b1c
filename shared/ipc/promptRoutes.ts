import { z } from 'zod'
import { modelMaximum } from '../model/connection'
import {
  historyPromptSchema,
  historyRowSchema,
  promptMaximum,
  promptTemplateSchema,
  templateNameSchema,
  templateRowSchema,
  usedFieldSchema,
  usedValuesSchema,
  variableNameMaximum,
  variablesMaximum,
  variablesSchema,
} from '../model/prompt'
import { idSchema, searchSchema } from '../model/row'
import { nothing, route } from './route'

const id = idSchema
const number = z.number().int().min(1)

/** Rows that hold every word of `text`, in any order, whatever the case; empty for all. */
const search = z.object({
  text: searchSchema,
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(10_000),
})

const found = <R extends z.ZodType>(row: R) =>
  z.object({ total: z.number().int().min(0), rows: z.array(row) })

/** The history of composing: prompts as they were queued, templates, values, models and sizes. */
export const promptRoutes = {
  /** Newest first. */
  'prompts.history': route(search, found(historyRowSchema)),
  /** The full prompt of a row. Refused with `rowMissing`. */
  'prompts.entry': route(z.object({ number }), historyPromptSchema),
  /** The next older or newer one; `from` null means after the newest. Null at the end. */
  'prompts.step': route(
    z.object({ from: number.nullable(), to: z.enum(['older', 'newer']) }),
    historyPromptSchema.nullable(),
  ),
  /** Deletes one, or all for null. The last deletion can be undone until the next one, or the end of the app. */
  'prompts.forget': route(
    z.object({ number: number.nullable() }),
    z.object({ forgotten: z.number().int().min(0) }),
  ),
  /** Undoes `prompts.forget`. */
  'prompts.recall': route(nothing, z.object({ recalled: z.number().int().min(0) })),

  /** By name. */
  'prompts.templates': route(search, found(templateRowSchema)),
  /** Refused with `rowMissing`. */
  'prompts.template': route(z.object({ id }), promptTemplateSchema),
  /** A taken name is refused with `templateNameTaken`, unless `replace` is set: then that template is replaced. */
  'prompts.saveTemplate': route(
    z.object({
      name: templateNameSchema,
      prompt: z.string().max(promptMaximum),
      variables: variablesSchema,
      replace: z.boolean(),
    }),
    z.object({ id }),
  ),
  /** Refused with `templateNameTaken`, or `rowMissing`. */
  'prompts.renameTemplate': route(z.object({ id, name: templateNameSchema }), nothing),
  /** The last deletion can be undone until the next one, or the end of the app. */
  'prompts.removeTemplate': route(z.object({ id }), nothing),
  /** Undoes `prompts.removeTemplate`. */
  'prompts.restoreTemplate': route(nothing, z.object({ restored: z.number().int().min(0) })),

  'prompts.used': route(z.object({ connectionId: id }), usedValuesSchema),
  'prompts.forgetUsed': route(
    z.object({ connectionId: id, field: usedFieldSchema, value: z.string().max(modelMaximum) }),
    nothing,
  ),
  /** The last values of the variables with these names; only those that ever had one. */
  'prompts.values': route(
    z.object({ names: z.array(z.string().max(variableNameMaximum)).max(variablesMaximum) }),
    variablesSchema,
  ),
} as const
