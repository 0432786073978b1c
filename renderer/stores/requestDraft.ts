import type { Draft, JobRequest, Mode } from '@shared/model/draft'

/** A request that was made, as the form that makes it again: "Reuse" and "Edit". */
export function requestDraft(request: JobRequest, mode: Mode): Draft {
  const { model, prompt, size = '', n = 1, image = [] } = request
  return { prompt, model, size, n, mode, image: [...image] }
}
