import type { CheckedRow } from '../checks/rowCheck'

/** In `left_out`: its cells have what is left out; it is sent without a size; without references. */
export const leftOutBits = { cells: 1, size: 2, references: 4 } as const

/** The stored result of a check: errors, key, model, requests, images, what is left out. */
export function checkValues({ errors, key, drafts, requests, images, leftOut, unsent }: CheckedRow) {
  const model = drafts[0]?.model ?? null
  const json = errors.length === 0 ? null : JSON.stringify(errors)
  const bits = unsent.reduce<number>(
    (sum, option) => sum | leftOutBits[option],
    leftOut ? leftOutBits.cells : 0,
  )
  return [json, key, model, requests, images, bits] as const
}
