import type { Connection } from '@shared/model/connection'
import type { Draft, JobRequest, Mode, RequestDraft } from '@shared/model/draft'
import { mergedExtra } from '@shared/model/extraFields'
import type { ImageDetails } from '@shared/model/image'
import { escapeTemplate } from '@shared/model/template'

/** The form of a request that was made, and the extra fields that its connection had then. */
export interface MadeDraft extends RequestDraft {
  readonly connectionExtra?: JobRequest['connectionExtra']
}

/** A request that was made, as the form of one request: "Edit". */
export function requestDraft(request: JobRequest, mode: Mode): MadeDraft {
  const { model, prompt, size = '', n = 1, image = [], extra, connectionExtra } = request
  return { prompt, model, size, n, mode, image: [...image], extra, connectionExtra }
}

/** As what an image was asked for with: "Reuse". One that was brought in says no mode. */
export const reusableDraft = ({ mode, ...request }: ImageDetails['asked']): MadeDraft =>
  requestDraft(request, mode ?? 'background')

/**
 * The draft that makes exactly this request: "Reuse". Text in its prompt that looks like a template stays text. What its
 * connection added then becomes its own wherever this connection adds something else.
 */
export function draftOf({ connectionExtra = [], ...request }: MadeDraft, { extra }: Connection): Draft {
  const now = new Map(extra[request.mode].map(({ name, value }) => [name, value]))
  const changed = connectionExtra.filter(({ name, value }) => now.get(name) !== value)
  const own = mergedExtra(changed, request.extra)
  return {
    ...request,
    prompt: escapeTemplate(request.prompt),
    variables: {},
    ...(own.length === 0 ? {} : { extra: own }),
  }
}
