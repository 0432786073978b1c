/** Names the key in a copy: a shell puts the variable in its place. */
export const keyVariable = '$CYANOTYPE_API_KEY'

/** Bytes; Linux takes no longer argument than 128 KB. A longer body is piped. */
const argumentMaximum = 100_000

export interface CopiedRequest {
  readonly url: string
  /** The one that names the key is left open to the shell; every other is taken literally. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The request as a command for a POSIX shell, which sends exactly these bytes. The body has no NUL: it is JSON. */
export function curlCommand({ url, headers, body }: CopiedRequest): string {
  const isPiped = Buffer.byteLength(body) > argumentMaximum
  const lines = [
    // Otherwise curl would expand brackets in the address.
    `curl --globoff ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${headerWord(name, value)}`),
    isPiped ? '--data-binary @-' : `--data-raw ${quoted(body)}`,
  ]
  return `${isPiped ? `printf '%s' ${quoted(body)} | ` : ''}${lines.join(' \\\n  ')}\n`
}

function headerWord(name: string, value: string): string {
  const header = `${name}: ${value}`
  return value === `Bearer ${keyVariable}` ? `"${header}"` : quoted(header)
}

/** One word of a POSIX shell, whatever the text. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
