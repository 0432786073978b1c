import { type ErrorCode, isErrorCode } from '@shared/errors'
import {
  apiKeySchema,
  type Connection,
  type ConnectionDraft,
  connectionDefaults,
  connectionDraftSchema,
} from '@shared/model/connection'

/** The dialog's fields as they are typed. */
export interface ConnectionForm {
  readonly name: string
  readonly baseUrl: string
  readonly pathPrefix: string
  /** Separated by commas or lines. */
  readonly models: string
  readonly apiKey: string
  readonly pageUrl: string
  readonly fullBackground: boolean
  readonly idempotencyKey: boolean
  readonly directSlots: number | null
  readonly backgroundSlots: number | null
  readonly pollsPerSecond: number | null
}

export type FormField = keyof ConnectionForm
/** `outOfBounds`: no number, or none of those allowed. */
export type FormProblem = ErrorCode | 'outOfBounds' | 'tooLong'
export type FormProblems = Readonly<Partial<Record<FormField, FormProblem>>>

export type FormReading =
  | { readonly ok: true; readonly draft: ConnectionDraft; readonly apiKey: string | null }
  | { readonly ok: false; readonly problems: FormProblems }

/** In the order they stand in the dialog. */
export const formFields = [
  'name',
  'baseUrl',
  'pathPrefix',
  'models',
  'apiKey',
  'pageUrl',
  'fullBackground',
  'idempotencyKey',
  'directSlots',
  'backgroundSlots',
  'pollsPerSecond',
] as const satisfies readonly FormField[]

export const numberFields = ['directSlots', 'backgroundSlots', 'pollsPerSecond'] as const

export function formOf(connection: Connection | null): ConnectionForm {
  const { models, ...rest } = connection ?? { ...connectionDefaults, name: '', baseUrl: '' }
  return {
    name: rest.name,
    baseUrl: rest.baseUrl,
    pathPrefix: rest.pathPrefix,
    models: models.join('\n'),
    apiKey: '',
    pageUrl: rest.pageUrl,
    fullBackground: rest.fullBackground,
    idempotencyKey: rest.idempotencyKey,
    directSlots: rest.directSlots,
    backgroundSlots: rest.backgroundSlots,
    pollsPerSecond: rest.pollsPerSecond,
  }
}

/** What the form says, or what is wrong with it. */
export function readForm(form: ConnectionForm): FormReading {
  const { apiKey, models, ...rest } = form
  const parsed = connectionDraftSchema.safeParse({ ...rest, models: modelsOf(models) })
  const key = apiKey.trim() === '' ? null : apiKey.trim()
  const problems: Partial<Record<FormField, FormProblem>> =
    key === null || apiKeySchema.safeParse(key).success ? {} : { apiKey: 'tooLong' }
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = formFields.find((name) => name === path[0])
    if (field !== undefined) problems[field] ??= problemOf(field, message)
  }
  if (!parsed.success || problems.apiKey !== undefined) return { ok: false, problems }
  return { ok: true, draft: parsed.data, apiKey: key }
}

function modelsOf(text: string): string[] {
  const names = text.split(/[,\n]/).map((name) => name.trim())
  return [...new Set(names)].filter((name) => name !== '')
}

function problemOf(field: FormField, message: string): FormProblem {
  if (numberFields.some((name) => name === field)) return 'outOfBounds'
  return isErrorCode(message) ? message : 'tooLong'
}
