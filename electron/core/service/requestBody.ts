import type { JobRequest, Mode } from '@shared/model/draft'

/**
 * The body of a paid request, field by field as in the interface's documentation. Options are included only if the
 * frozen request holds them, and `async` only in background mode.
 */
export function requestBody(mode: Mode, { model, prompt, size, n, image }: JobRequest): string {
  return JSON.stringify({
    model,
    prompt,
    ...(size === undefined ? {} : { size }),
    ...(n === undefined ? {} : { n }),
    ...(image === undefined ? {} : { image }),
    ...(mode === 'background' ? { async: true } : {}),
  })
}
