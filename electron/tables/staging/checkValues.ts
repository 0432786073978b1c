import type { CheckedRow } from '../checks/rowCheck'

/** What is kept of a check: errors, key, model, requests, images. */
export function checkValues({ errors, key, drafts, requests, images }: CheckedRow) {
  const model = drafts[0]?.model ?? null
  return [errors.length === 0 ? null : JSON.stringify(errors), key, model, requests, images] as const
}
