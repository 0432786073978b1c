import type { QueryProblem } from '@shared/model/imageQuery'

/** Problems that a part has only until it is typed to its end. */
const passing = new Set<QueryProblem['code']>([
  'missingValue',
  'badSize',
  'badRatio',
  'badDate',
  'badCost',
  'badIs',
])

const most = 3
/** Of a part that is named; the whole of it would fill the window. */
const namedLength = 60

/**
 * What is said of a query: each kind of problem once, by the first part that has it. `unfinishedAt`: a part that ends
 * there is still being typed, and isn’t told to be wrong.
 */
export function problemsToTell(
  problems: readonly QueryProblem[],
  { unfinishedAt }: { readonly unfinishedAt: number | null },
): readonly QueryProblem[] {
  const told = new Map<QueryProblem['code'], QueryProblem>()
  for (const problem of problems) {
    const { code, to, text } = problem
    if (told.has(code) || (to === unfinishedAt && passing.has(code))) continue
    told.set(
      code,
      text.length > namedLength ? { ...problem, text: `${text.slice(0, namedLength)}…` } : problem,
    )
  }
  return [...told.values()].slice(0, most)
}
