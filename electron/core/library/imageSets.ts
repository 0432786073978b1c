/** What lists are of, as SQL. Images that are on their way to the system's trash are in neither. */
export const setOf = {
  library: 'deleted_at IS NULL',
  trash: 'deleted_at IS NOT NULL AND discarded_at IS NULL',
} as const

export type ImageSet = keyof typeof setOf
