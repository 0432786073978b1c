import { demoModels } from '@shared/processes/demo'
import { z } from 'zod'
import { type ApiError, badRequest } from './apiError'

/** Pixels per side. */
const sideMinimum = 256
const sideMaximum = 2048
const imagesMaximum = 10
const promptMaximum = 32_000

const sizeRule = `must be "<width>x<height>", each from ${sideMinimum} to ${sideMaximum}`
const sideSchema = z.number(sizeRule).min(sideMinimum, sizeRule).max(sideMaximum, sizeRule)
const sizeSchema = z
  .string(sizeRule)
  .transform((text) => /^(\d{1,5})x(\d{1,5})$/.exec(text)?.slice(1).map(Number) ?? [])
  .pipe(z.tuple([sideSchema, sideSchema], sizeRule))

const promptRule = `must be text of 1 to ${promptMaximum} characters`
const countRule = `must be a whole number from 1 to ${imagesMaximum}`
const imageRule = 'must be an array of up to 8 absolute http or https URLs'

const requestSchema = z.object({
  model: z.enum(demoModels, `must be one of ${demoModels.join(', ')}`),
  prompt: z.string(promptRule).trim().min(1, promptRule).max(promptMaximum, promptRule),
  size: sizeSchema.optional(),
  n: z.int(countRule).min(1, countRule).max(imagesMaximum, countRule).default(1),
  image: z
    .array(z.url({ protocol: /^https?$/, error: imageRule }), imageRule)
    .max(8, imageRule)
    .default([]),
  async: z.boolean('must be true or false').default(false),
})

/** The body of a generation request; `size` is width and height in pixels. Members we don't know are ignored. */
export type GenerationRequest = z.infer<typeof requestSchema>

/** Reads a body as section 2.1 of the interface defines it; an error names the first member that isn't valid. */
export function readGenerationRequest(
  body: Buffer,
): { readonly request: GenerationRequest } | { readonly error: ApiError } {
  const json = parseJson(body)
  if (json === undefined) return { error: badRequest('The body is not JSON.') }
  const parsed = requestSchema.safeParse(json)
  if (parsed.success) return { request: parsed.data }
  const [issue] = parsed.error.issues
  const member = issue?.path[0]
  if (issue === undefined || member === undefined)
    return { error: badRequest('The body is not a JSON object.') }
  const code = member === 'model' ? 'model_not_found' : 'invalid_value'
  return { error: badRequest(`"${String(member)}": ${issue.message}`, code, String(member)) }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
