import type { CopiedRequest } from '../../service/curlCommand'
import type { RawAnswer } from '../../service/exchange'

/** A whole answer. */
export interface KeptAnswer extends Omit<RawAnswer, 'body'> {
  readonly body: string
}

/** A request and its answer as one JSON value. Bodies in JSON stand in it digit by digit, as they were sent. */
export function exchangeText(
  { method, url, headers, body }: CopiedRequest & { readonly method: string },
  answer: KeptAnswer | null,
): string {
  return `${object({
    request: object({
      method: JSON.stringify(method),
      url: JSON.stringify(url),
      headers: JSON.stringify(headers),
      body: verbatim(body),
    }),
    answer:
      answer === null
        ? 'null'
        : object({
            status: JSON.stringify(answer.status),
            headers: JSON.stringify(answer.headers),
            complete: JSON.stringify(answer.complete),
            body: verbatim(answer.body),
          }),
  })}\n`
}

/** `members`: each as JSON. */
function object(members: Readonly<Record<string, string>>): string {
  const lines = Object.entries(members).map(([name, json]) => `${JSON.stringify(name)}: ${json}`)
  return `{\n${lines.join(',\n')}\n}`
}

function verbatim(body: string): string {
  try {
    JSON.parse(body)
    return body
  } catch {
    return JSON.stringify(body)
  }
}
