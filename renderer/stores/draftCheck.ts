import { type AppError, issueProblem } from '@shared/errors'
import type { Connection } from '@shared/model/connection'
import {
  carriesOptions,
  type Draft,
  planRequests,
  type SendableDraft,
  sendableDraftSchema,
} from '@shared/model/draft'

/** The fields that can be wrong, in the order they are met. */
export const checkedFields = ['prompt', 'model', 'n', 'size', 'image'] as const

export type CheckedField = (typeof checkedFields)[number]
export type Problem = Pick<AppError, 'code' | 'params'>
export type Problems = Readonly<Partial<Record<CheckedField, Problem>>>

export type DraftCheck =
  | { readonly ok: true; readonly draft: SendableDraft; readonly requests: number; readonly images: number }
  | { readonly ok: false; readonly problems: Problems }

const isField = (part: unknown): part is CheckedField => checkedFields.some((field) => field === part)

/** What a press of Generate would send, or what keeps it from being sent. */
export function checkDraft(draft: Draft, connection: Connection): DraftCheck {
  // What the request can't carry is neither sent nor wrong; it stays in the form for Direct.
  const carried = carriesOptions(draft.mode, connection) ? draft : { ...draft, size: '', image: [] }
  const parsed = sendableDraftSchema.safeParse(carried)
  if (parsed.success) {
    const plan = planRequests(parsed.data, connection)
    const images = plan.reduce((sum, request) => sum + request.images, 0)
    return { ok: true, draft: parsed.data, requests: plan.length, images }
  }
  const problems: Partial<Record<CheckedField, Problem>> = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path[0]
    if (isField(field)) problems[field] ??= issueProblem(issue)
  }
  return { ok: false, problems }
}
