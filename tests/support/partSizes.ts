/** Takes the place of the sizes of parts, for whoever draws nothing: a few rows stand for thousands. */
export { partCost } from '../../shared/model/partSizes'
export const tablePart = { rows: 10, jobs: 10, images: 40, extraCharacters: 300_000 } as const
export const commandSteps = { firstRows: 2, inTurn: 3 } as const
