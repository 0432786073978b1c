/** Takes the place of the sizes of parts: a world has few requests, and much happens between two parts of them. */
export const partCost = 1500
export const tablePart = { rows: 3, jobs: 3, images: 6, extraCharacters: 3000 } as const
export const commandSteps = { firstRows: 2, inTurn: 1 } as const
