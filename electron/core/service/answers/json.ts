export type JsonRecord = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Numeric ids beyond 2^53 would lose their last digits as numbers: they are read as strings. */
const longNumericId = /("(?:\w{0,40}_)?(?:id|\w{0,40}I[dD])"\s*:\s*)(\d{16,})(?=\s*[,}])/g

/** The value of a JSON text; `undefined` if it isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '').replace(longNumericId, '$1"$2"'))
  } catch {
    return undefined
  }
}

/** The trimmed text of a string; null for anything else, and for only blanks. */
export function wordsOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '' ? null : text
}

/** A number, or one written in a string; null for anything else. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
