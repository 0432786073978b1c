/** How an image was made, as one of its texts says it. */
export interface Account {
  readonly prompt: string | null
  readonly model: string | null
  readonly tool: string | null
  /** In the order in which they are shown. */
  readonly facts: readonly (readonly [name: string, value: string])[]
}

export const plainAccount = (prompt: string, tool: string | null = null): Account => ({
  prompt,
  model: null,
  tool,
  facts: [],
})

/** What JSON says, or undefined. Python writes numbers that JSON doesn't have. */
export function jsonOf(text: string | undefined): unknown {
  if (text === undefined || !/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    try {
      return JSON.parse(text.replace(/([:[,]\s*)-?(?:NaN|Infinity)\b/g, '$1null'))
    } catch {
      return undefined
    }
  }
}

/** The fields of a JSON object; none for anything else. */
export function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [],
  )
}

/** A text or a number as text; null for anything else, and for an empty text. */
export function shownValue(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
