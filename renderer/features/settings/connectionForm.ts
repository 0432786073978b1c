import { type ErrorCode, isErrorCode } from '@shared/errors'
import {
  apiKeySchema,
  type Connection,
  type ConnectionDraft,
  connectionDefaults,
  connectionDraftSchema,
} from '@shared/model/connection'
import type { ExtraField } from '@shared/model/extraFields'
import { creditsOf, type PricesForm, priceFormOf, pricesFormOf, readPrice, sizesProblem } from './priceForm'

/** The dialog's fields as typed. */
export interface ConnectionForm {
  readonly name: string
  readonly baseUrl: string
  readonly pathPrefix: string
  /** Separated by commas or lines. */
  readonly models: string
  /** By model, including models that the form doesn't name. */
  readonly prices: PricesForm
  readonly dailyCap: string
  readonly apiKey: string
  readonly pageUrl: string
  readonly fullBackground: boolean
  readonly extra: { readonly background: readonly ExtraField[]; readonly direct: readonly ExtraField[] }
  readonly idempotencyKey: boolean
  readonly proxyResolves: boolean
  /** Separated by commas or spaces. */
  readonly allowedOrigins: string
  /** Empty for automatic. */
  readonly taskPath: string
  /** As above. */
  readonly taskOrigins: string
  readonly directSlots: number | null
  readonly backgroundSlots: number | null
  readonly pollsPerSecond: number | null
  readonly undeliveredImages: number | null
  readonly undeliveredMegabytes: number | null
}

export type FormField = keyof ConnectionForm
/** `outOfBounds`: not a number, or not within the limits. */
export type FormProblem = ErrorCode | 'outOfBounds' | 'creditsInvalid' | 'priceSizeTwice' | 'tooLong'
export type FormProblems = Readonly<Partial<Record<FormField, FormProblem>>>

export type FormReading =
  | { readonly ok: true; readonly draft: ConnectionDraft; readonly apiKey: string | null }
  | { readonly ok: false; readonly problems: FormProblems }

/** In the order of the dialog. */
export const formFields = [
  'name',
  'baseUrl',
  'pathPrefix',
  'apiKey',
  'models',
  'prices',
  'dailyCap',
  'extra',
  'pageUrl',
  'fullBackground',
  'idempotencyKey',
  'proxyResolves',
  'allowedOrigins',
  'taskPath',
  'taskOrigins',
  'directSlots',
  'backgroundSlots',
  'pollsPerSecond',
  'undeliveredImages',
  'undeliveredMegabytes',
] as const satisfies readonly FormField[]

/** Limits on what may be under way. */
export const limitFields = ['directSlots', 'backgroundSlots', 'pollsPerSecond'] as const
/** Limits on what may be paid for but not on disk. */
export const undeliveredFields = ['undeliveredImages', 'undeliveredMegabytes'] as const
export const numberFields = [...limitFields, ...undeliveredFields] as const

export function formOf(connection: Connection | null): ConnectionForm {
  const { models, prices, dailyCap, ...rest } = connection ?? { ...connectionDefaults, name: '', baseUrl: '' }
  return {
    name: rest.name,
    baseUrl: rest.baseUrl,
    pathPrefix: rest.pathPrefix,
    models: models.join('\n'),
    prices: pricesFormOf(prices),
    dailyCap: dailyCap === null ? '' : String(dailyCap),
    apiKey: '',
    pageUrl: rest.pageUrl,
    fullBackground: rest.fullBackground,
    extra: rest.extra,
    idempotencyKey: rest.idempotencyKey,
    proxyResolves: rest.proxyResolves,
    allowedOrigins: rest.allowedOrigins.join(', '),
    taskPath: rest.taskPath ?? '',
    taskOrigins: rest.taskOrigins.join(', '),
    directSlots: rest.directSlots,
    backgroundSlots: rest.backgroundSlots,
    pollsPerSecond: rest.pollsPerSecond,
    undeliveredImages: rest.undeliveredImages,
    undeliveredMegabytes: rest.undeliveredMegabytes,
  }
}

/** The form's values, or its errors. Prices of models other than `priced` are not saved. */
export function readForm(form: ConnectionForm, priced: readonly string[]): FormReading {
  const { apiKey, models, allowedOrigins, taskPath, taskOrigins, prices, dailyCap, ...rest } = form
  const parsed = connectionDraftSchema.safeParse({
    ...rest,
    models: modelsOf(models),
    allowedOrigins: originsOf(allowedOrigins),
    taskPath: taskPath.trim() === '' ? null : taskPath,
    taskOrigins: originsOf(taskOrigins),
    prices: Object.fromEntries(
      priced
        .map((model) => [model, readPrice(priceFormOf(prices, model))] as const)
        .filter(([, price]) => price !== null),
    ),
    dailyCap: creditsOf(dailyCap),
  })
  const key = apiKey.trim() === '' ? null : apiKey.trim()
  const problems: Partial<Record<FormField, FormProblem>> =
    key === null || apiKeySchema.safeParse(key).success ? {} : { apiKey: 'tooLong' }
  const ofSizes = priced
    .map((model) => sizesProblem(priceFormOf(prices, model)))
    .find((found) => found !== null)
  if (ofSizes !== undefined) problems.prices = ofSizes
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = formFields.find((name) => name === path[0])
    if (field !== undefined) problems[field] ??= problemOf(field, message)
  }
  if (!parsed.success || Object.keys(problems).length > 0) return { ok: false, problems }
  return { ok: true, draft: parsed.data, apiKey: key }
}

const originsOf = (text: string): string[] => text.split(/[,\s]+/).filter((origin) => origin !== '')

export function modelsOf(text: string): string[] {
  const names = text.split(/[,\n]/).map((name) => name.trim())
  return [...new Set(names)].filter((name) => name !== '')
}

function problemOf(field: FormField, message: string): FormProblem {
  if (numberFields.some((name) => name === field)) return 'outOfBounds'
  if (field === 'prices' || field === 'dailyCap') return 'creditsInvalid'
  return isErrorCode(message) ? message : 'tooLong'
}
