import { z } from 'zod'
import { brokenCharacterAt } from './brokenCharacter'
import { type Connection, modelMaximum } from './connection'
import {
  type ExtraField,
  extraFieldSchema,
  extraFieldsSchema,
  mergedExtra,
  sendableExtraSchema,
} from './extraFields'
import { promptMaximum, variablesSchema } from './prompt'

/** Background is the interface's asynchronous mode, Direct its synchronous one. */
export const modeSchema = z.enum(['background', 'direct'])

export const sizePattern = /^[1-9]\d{0,5}x[1-9]\d{0,5}$/

/** A size as it is sent; how people write one otherwise, such as `1024 × 1536`, is brought to that form. */
export function plainSize(text: string): string {
  const [, width, height] = /^(\d+)\s*[x×✕*]\s*(\d+)$/iu.exec(text.trim()) ?? []
  return width === undefined ? text.trim() : `${width}x${height}`
}

/** Suggestions, never a limit. */
export const suggestedSizes = ['1024x1024', '1536x1024', '1024x1536', '1792x1024'] as const

/** The most characters of a size as typed. */
export const sizeMaximum = 100

/** This many images from one press of Generate. */
export const countMinimum = 1
export const countMaximum = 1000

/** The most characters of a reference's address, and the most references of a request. */
export const referenceMaximum = 8192
export const referencesMaximum = 100

const wholeText = z.string().check(({ value, issues }) => {
  const at = brokenCharacterAt(value)
  if (at !== null) issues.push({ code: 'custom', message: 'characterBroken', params: { at }, input: value })
})

/** The address of a reference image. */
export const referenceSchema = wholeText
  .trim()
  .max(referenceMaximum, 'referenceInvalid')
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'referenceInvalid')

/** What is in the compose form, whether or not it can be sent. The prompt is a template. */
export const draftSchema = z.object({
  prompt: z.string().max(promptMaximum),
  model: z.string().max(modelMaximum),
  /** `<width>x<height>` or empty: chosen by the service. */
  size: z.string().max(sizeMaximum),
  n: z.number().int().nullable(),
  mode: modeSchema,
  /** Reference image URLs, in order. */
  image: z.array(z.string().max(referenceMaximum)).max(referencesMaximum),
  /** By `variableKey`. */
  variables: variablesSchema.default({}),
  /** The prompt has alternatives although it is JSON. */
  readsJson: z.boolean().optional(),
  /** Besides those of the connection; of the same name, these are sent. */
  extra: extraFieldsSchema.optional(),
})

/** A draft that can be queued, with its prompt as it will be sent. Issue messages are error codes. */
export const sendableDraftSchema = draftSchema.omit({ variables: true }).extend({
  prompt: wholeText.max(promptMaximum).refine((text) => text.trim() !== '', 'promptEmpty'),
  model: wholeText.trim().min(1, 'modelEmpty').max(modelMaximum),
  size: z
    .string()
    .overwrite(plainSize)
    .refine((text) => text === '' || sizePattern.test(text), 'sizeInvalid'),
  n: z
    .number('countInvalid')
    .int('countInvalid')
    .min(countMinimum, 'countInvalid')
    .max(countMaximum, 'countInvalid'),
  image: z.array(referenceSchema).max(referencesMaximum),
  extra: sendableExtraSchema.transform((fields) => (fields.length === 0 ? undefined : fields)).optional(),
})

/** A draft that can be queued once its prompt is expanded. */
export const templateDraftSchema = sendableDraftSchema.extend({
  variables: z.record(z.string(), wholeText).pipe(variablesSchema).default({}),
})

/** The frozen body of a paid request, without `async`, which follows from the mode. */
export const jobRequestSchema = z.object({
  model: z.string(),
  prompt: z.string(),
  size: z.string().optional(),
  n: z.number().int().min(countMinimum).optional(),
  image: z.array(z.string()).optional(),
  /** Its own extra fields; missing if it has none. */
  extra: z.array(extraFieldSchema).optional(),
  /** Those of its connection when it was queued, also under a name that is among its own, which is sent. */
  connectionExtra: z.array(extraFieldSchema).optional(),
})

export type Mode = z.infer<typeof modeSchema>
export type Draft = z.infer<typeof draftSchema>
/** The form of one request: its prompt isn't a template and is sent as it is. */
export type RequestDraft = Omit<Draft, 'variables'>
export type SendableDraft = z.infer<typeof sendableDraftSchema>
export type TemplateDraft = z.infer<typeof templateDraftSchema>
export type JobRequest = z.infer<typeof jobRequestSchema>

/** One request to be queued, with the number of images it should yield. */
export interface PlannedRequest {
  readonly request: JobRequest
  readonly images: number
}

type Plannable = Pick<Connection, 'fullBackground' | 'extra'>

/** True if a request of this mode includes size, n and references on this connection. */
export function carriesOptions(mode: Mode, connection: Pick<Connection, 'fullBackground'>): boolean {
  return mode === 'direct' || connection.fullBackground
}

/** What only some requests include. */
export type RequestOption = 'size' | 'references'

/** What of a size and references a request of this mode would be sent without. */
export function unsentOptions(
  { mode, size, image }: Pick<Draft, 'mode' | 'size' | 'image'>,
  connection: Pick<Connection, 'fullBackground'>,
): readonly RequestOption[] {
  if (carriesOptions(mode, connection)) return []
  return [
    ...(size.trim() === '' ? [] : (['size'] as const)),
    ...(image.every((url) => url.trim() === '') ? [] : (['references'] as const)),
  ]
}

/**
 * The connection as an edit of a waiting request is planned for it: what the request includes, it keeps, although the
 * connection may no longer send that in background mode, or now has other extra fields. Otherwise one request for four
 * images became four.
 */
export function editedOn<C extends Plannable>(
  connection: C,
  { request }: { readonly request: JobRequest },
): C {
  const { size, n, image, connectionExtra = [] } = request
  const hasOptions = size !== undefined || n !== undefined || image !== undefined
  return {
    ...connection,
    extra: { background: connectionExtra, direct: connectionExtra },
    fullBackground: hasOptions || connection.fullBackground,
  }
}

/**
 * The requests that one press of Generate makes. A background request includes only the model and the prompt, so four
 * images need four requests, unless the connection sends everything in background mode.
 */
export function planRequests(draft: SendableDraft, connection: Plannable): readonly PlannedRequest[] {
  const { model, prompt } = draft
  const added = {
    ...someExtra('extra', draft.extra),
    ...someExtra('connectionExtra', connection.extra[draft.mode]),
  }
  if (!carriesOptions(draft.mode, connection)) {
    return Array.from({ length: draft.n }, () => ({ request: { model, prompt, ...added }, images: 1 }))
  }
  const request: JobRequest = {
    model,
    prompt,
    ...added,
    ...(draft.size === '' ? {} : { size: draft.size }),
    n: draft.n,
    ...(draft.image.length === 0 ? {} : { image: draft.image }),
  }
  return [{ request, images: draft.n }]
}

const someExtra = (
  of: 'extra' | 'connectionExtra',
  fields: readonly ExtraField[] = [],
): Pick<JobRequest, 'extra' | 'connectionExtra'> => (fields.length === 0 ? {} : { [of]: [...fields] })

/** Every extra field that a request sends, in the order of its body. */
export function sentExtra({ connectionExtra, extra }: Pick<JobRequest, 'extra' | 'connectionExtra'>) {
  return mergedExtra(connectionExtra, extra)
}
