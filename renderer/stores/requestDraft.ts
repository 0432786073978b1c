import type { Draft, JobRequest, Mode, RequestDraft } from '@shared/model/draft'
import { escapeTemplate } from '@shared/model/template'

/** A request that was made, as the form of one request: "Edit". */
export function requestDraft(request: JobRequest, mode: Mode): RequestDraft {
  const { model, prompt, size = '', n = 1, image = [] } = request
  return { prompt, model, size, n, mode, image: [...image] }
}

/** The draft that makes exactly this request: "Reuse". Text in its prompt that looks like a template stays text. */
export function draftOf(request: RequestDraft): Draft {
  return { ...request, prompt: escapeTemplate(request.prompt), variables: {} }
}
