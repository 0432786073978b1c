import { type ApiError, errorBody } from './apiError'

/** A complete answer. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

export const jsonReply = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

export function errorReply(error: ApiError): Reply {
  const reply = jsonReply(errorBody(error), error.status)
  return { ...reply, headers: { ...reply.headers, ...error.headers } }
}
