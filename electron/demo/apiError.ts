/** A refusal in JSON, in the shape that OpenAI-like clients read. */
export interface ApiError {
  readonly status: number
  readonly message: string
  readonly code: string
  /** The member of the request that has the error. */
  readonly param?: string
  readonly headers?: Readonly<Record<string, string>>
}

export function badRequest(message: string, code = 'invalid_request', param?: string): ApiError {
  return { status: 400, message, code, ...(param !== undefined && { param }) }
}

export const moderated: ApiError = badRequest(
  'Your request was rejected by the safety system.',
  'moderation_blocked',
  'prompt',
)

export const errorBody = ({ message, code, param, status }: ApiError) => ({
  error: {
    message,
    type: status >= 500 ? 'server_error' : 'invalid_request_error',
    code,
    param: param ?? null,
  },
})
