import type { CheckedRow } from '../checks/rowCheck'

/** The stored result of a check: errors, key, model, requests, images, whether anything is left out. */
export function checkValues({ errors, key, drafts, requests, images, leftOut }: CheckedRow) {
  const model = drafts[0]?.model ?? null
  const json = errors.length === 0 ? null : JSON.stringify(errors)
  return [json, key, model, requests, images, Number(leftOut)] as const
}
