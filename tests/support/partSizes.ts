/** Takes the place of the sizes of parts, for whoever draws nothing: a few rows stand for thousands. */
export { partCost } from '../../shared/model/partSizes'
export const tablePart = { rows: 10, jobs: 10, images: 40, extraCharacters: 300_000 } as const
/** Unless its clock stands still, a turn has one step, however quick the machine is. */
export const commandSteps = { firstRows: 2, inTurn: 3, turnMs: 0 } as const
