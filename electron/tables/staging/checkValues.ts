import type { CheckedRow, RowRemark } from '../checks/rowCheck'

/** In `left_out`. */
export const remarkBits: Readonly<Record<RowRemark, number>> = {
  leftOut: 1,
  unsentSizes: 2,
  unsentReferences: 4,
  textBraces: 8,
}

/** The stored result of a check: errors, key, model with size, requests, images, remarks. */
export function checkValues({ errors, key, priced, requests, images, remarks }: CheckedRow) {
  const json = errors.length === 0 ? null : JSON.stringify(errors)
  const bits = remarks.reduce((sum, remark) => sum | remarkBits[remark], 0)
  return [json, key, priced, requests, images, bits] as const
}
