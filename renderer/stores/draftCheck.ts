import { type AppError, issueProblem } from '@shared/errors'
import type { Connection } from '@shared/model/connection'
import type { Cost } from '@shared/model/cost'
import {
  carriesOptions,
  type Draft,
  planRequests,
  type RequestDraft,
  type SendableDraft,
  sendableDraftSchema,
  type TemplateDraft,
  templateDraftSchema,
} from '@shared/model/draft'
import { type Expansion, expansionProblem, totalOf } from '@shared/model/draftExpansion'
import { mergedExtra } from '@shared/model/extraFields'
import { costOfRequests } from '@shared/model/prices'
import type { z } from 'zod'

/** The fields that can be invalid, in the order of the form. */
export const checkedFields = ['prompt', 'variables', 'model', 'n', 'size', 'image', 'extra'] as const

export type CheckedField = (typeof checkedFields)[number]
export type Problem = Pick<AppError, 'code' | 'params'>
export type Problems = Readonly<Partial<Record<CheckedField, Problem>>>

export type Check<D> =
  | { readonly ok: true; readonly draft: D; readonly requests: number; readonly images: number }
  | { readonly ok: false; readonly problems: Problems }

export type DraftCheck = Check<TemplateDraft>

const isField = (part: unknown): part is CheckedField => checkedFields.some((field) => field === part)

/** What a press of Generate would send, or what keeps it from being sent. `expansion` must be the draft's own. */
export function checkDraft(draft: Draft, expansion: Expansion, connection: Connection): DraftCheck {
  const used = expansion.template.variables.map(({ key }) => key)
  const variables = Object.entries(draft.variables).filter(([key]) => used.includes(key))
  const carried = { ...carriedOf(draft, connection), variables: Object.fromEntries(variables) }
  const parsed = templateDraftSchema.safeParse(carried)
  const problems = parsed.success ? {} : problemsOf(parsed.error)
  const each = parsed.success ? totalOf(planRequests(parsed.data, connection)) : { requests: 1, images: 1 }
  const wrong = expansionProblem(expansion, each)
  if (wrong !== null) problems[wrong.code === 'variableEmpty' ? 'variables' : 'prompt'] ??= wrong
  if (!parsed.success || wrong !== null) return { ok: false, problems }
  const prompts = Number(expansion.count)
  return { ok: true, draft: parsed.data, requests: each.requests * prompts, images: each.images * prompts }
}

/** The same for one request, whose prompt is sent as typed. */
export function checkRequest(draft: RequestDraft, connection: Connection): Check<SendableDraft> {
  const parsed = sendableDraftSchema.safeParse(carriedOf(draft, connection))
  return parsed.success
    ? { ok: true, draft: parsed.data, ...totalOf(planRequests(parsed.data, connection)) }
    : { ok: false, problems: problemsOf(parsed.error) }
}

/** What a draft that can be sent costs. */
export function costOfDraft(
  { draft, requests, images }: Pick<Extract<DraftCheck, { ok: true }>, 'draft' | 'requests' | 'images'>,
  connection: Connection,
): Cost {
  const hasExtra = mergedExtra(connection.extra[draft.mode], draft.extra).length > 0
  const { size, n } = carriesOptions(draft.mode, connection) ? draft : { size: '', n: 1 }
  const cost = costOfRequests(requests, connection.prices, { model: draft.model, size, n }, hasExtra)
  // Only several images for one request leave open which of them is billed.
  const isOpen = cost.unpriced === 0 && images !== requests
  return isOpen ? { billing: 'request', ...cost } : cost
}

/** Fields that the request can't include are neither sent nor checked; they stay in the form for Direct. */
function carriedOf<D extends RequestDraft>(draft: D, connection: Connection): D {
  return carriesOptions(draft.mode, connection) ? draft : { ...draft, size: '', image: [] }
}

function problemsOf(error: z.ZodError): Partial<Record<CheckedField, Problem>> {
  const problems: Partial<Record<CheckedField, Problem>> = {}
  for (const issue of error.issues) {
    const [field, key] = issue.path
    if (!isField(field)) continue
    const { code, params } = issueProblem(issue)
    problems[field] ??= { code, params: typeof key === 'string' ? { ...params, key } : params }
  }
  return problems
}
