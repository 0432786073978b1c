import type { RawAnswer } from '../../service/answers/rawAnswer'
import type { CopiedRequest } from '../../service/curlCommand'

/** A whole answer. */
export interface KeptAnswer extends Omit<RawAnswer, 'body'> {
  readonly body: string
}

/** A request, its answer and one about its task, if that is kept, as one JSON value. Bodies in JSON stand in it digit by digit, as they were sent. */
export function exchangeText(
  { method, url, headers, body }: CopiedRequest & { readonly method: string },
  answer: KeptAnswer | null,
  polled: KeptAnswer | null,
): string {
  return `${object({
    request: object({
      method: JSON.stringify(method),
      url: JSON.stringify(url),
      headers: JSON.stringify(headers),
      body: verbatim(body),
    }),
    answer: answer === null ? 'null' : answerText(answer),
    ...(polled === null ? {} : { taskAnswer: answerText(polled) }),
  })}\n`
}

const answerText = ({ status, headers, complete, body }: KeptAnswer): string =>
  object({
    status: JSON.stringify(status),
    headers: JSON.stringify(headers),
    complete: JSON.stringify(complete),
    body: verbatim(body),
  })

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
