import type { Dialect, RefusedRequest } from '../../electron/demo/dialects/dialect'
import { type DialectName, dialects } from '../../electron/demo/dialects/dialects'
import type { HttpAnswer } from './http'
import type { Temperament } from './temperament'
import type { World } from './world'

/** What decides whether a dialect has room for it. */
export interface Results {
  readonly several: boolean
  /** One of them is no image. */
  readonly odd: boolean
}

/** How a service words its answers: as the interface does, or as others do, and each time it may be another. */
export interface Speaking {
  /** Null: as the interface does. */
  dialectFor(results: Results): Dialect | null
  refused(error: RefusedRequest, headers?: Readonly<Record<string, string>>): HttpAnswer
}

/** How often it changes between two answers. */
const changing = 0.15

export const json = (
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer => ({
  status,
  headers,
  body: JSON.stringify(value),
})

export function createSpeaking({ random }: World, temperament: Temperament): Speaking {
  let current: DialectName | null = null

  /** Without any, nothing is drawn. */
  function turn(): Dialect | null {
    const [first, ...others] = temperament.dialects
    if (first === undefined) return null
    if (random.chance(changing)) current = random.pick([first, ...others, null])
    return current === null ? null : dialects[current]
  }

  return {
    dialectFor({ several, odd }) {
      const dialect = turn()
      if (dialect === null || dialect.isInline !== temperament.inline) return null
      // Only its first bytes tell that it is an image, or there is room for one alone.
      return (dialect.isSingle === true && several) || (dialect.isInline && odd) ? null : dialect
    },
    refused(error, headers = {}) {
      const refusal = turn()?.refused(error)
      if (refusal !== undefined) return json(refusal.body, refusal.status, headers)
      const { status, code, message } = error
      return json({ error: { code, message } }, status, headers)
    },
  }
}

/** An answer of a dialect: JSON, or an image. */
export const spoken = (body: unknown): HttpAnswer =>
  Buffer.isBuffer(body) ? { status: 200, headers: { 'content-type': 'image/png' }, body } : json(body)
