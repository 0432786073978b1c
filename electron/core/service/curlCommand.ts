import type { Shell } from '@shared/model/exchange'

/** Names the key in a copy: a shell puts the variable in its place. */
export const keyVariable = '$CYANOTYPE_API_KEY'

/** Bytes; Linux takes no longer argument than 128 KB. A longer body is piped. */
const argumentMaximum = 100_000
/** Characters of a body in one line of a Windows shell; `cmd` takes no more than 8191 in all. */
const lineMaximum = 4_000

export interface CopiedRequest {
  readonly url: string
  /** The one that names the key is left open to the shell; every other is taken literally. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

/**
 * The request as a command for a shell. Bash, and any other POSIX shell, sends exactly these bytes; the Windows shells
 * send the same JSON in ASCII. The last line has no end: once it is pasted, it still waits for Enter, since sending may
 * be billed.
 */
export function curlCommand(request: CopiedRequest, shell: Shell): string {
  return writers[shell](request)
}

const writers: Readonly<Record<Shell, (request: CopiedRequest) => string>> = {
  bash({ url, headers, body }) {
    const isPiped = Buffer.byteLength(body) > argumentMaximum
    const lines = [
      // Otherwise curl would expand brackets in the address.
      `curl --globoff ${quoted(url)}`,
      ...headerWords(headers, quoted, keyVariable),
      isPiped ? '--data-binary @-' : `--data-raw ${quoted(body)}`,
    ]
    return `${isPiped ? `printf '%s' ${quoted(body)} | ` : ''}${lines.join(' \\\n  ')}`
  },

  /**
   * Versions differ in how they pass an argument that has a double quote in it, and in what they make of a pipe. So the
   * body, the only part with such quotes, goes through a file. Windows PowerShell takes `curl` for a command of its own.
   */
  powerShell({ url, headers, body }) {
    const parts = partsOf(body).map((part) => literal(part))
    const words = headerWords(headers, literal, '$env:CYANOTYPE_API_KEY')
    return [
      '$cyanotypeBody = [IO.Path]::GetTempFileName()',
      `[IO.File]::WriteAllText($cyanotypeBody, ${parts.join(' +\r\n  ')})`,
      [
        `curl.exe --globoff ${literal(url)} ${words.join(' ')}`,
        '--data-binary "@$cyanotypeBody"; Remove-Item $cyanotypeBody',
      ].join(' '),
    ].join('\r\n')
  },

  /** A line is too short for most bodies. Of a file, `--data` leaves out the line ends that `echo` writes. */
  cmd({ url, headers, body }) {
    const words = headerWords(headers, escaped, '%CYANOTYPE_API_KEY%')
    return [
      'set "CYANOTYPE_BODY=%TEMP%\\cyanotype-%RANDOM%.json"',
      ...partsOf(body).map((part, at) => `${at === 0 ? '>' : '>>'}"%CYANOTYPE_BODY%" echo(${part}`),
      [
        `curl.exe --globoff ${escaped(url)} ${words.join(' ')}`,
        '--data "@%CYANOTYPE_BODY%" & del "%CYANOTYPE_BODY%"',
      ].join(' '),
    ].join('\r\n')
  },
}

/** `key`: what the shell puts the key in the place of, between double quotes. */
function headerWords(
  headers: CopiedRequest['headers'],
  word: (text: string) => string,
  key: string,
): readonly string[] {
  return Object.entries(headers).map(([name, value]) =>
    value === `Bearer ${keyVariable}` ? `-H "${name}: Bearer ${key}"` : `-H ${word(`${name}: ${value}`)}`,
  )
}

/** One word of a POSIX shell, whatever the text. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** One word of PowerShell, which also takes curly quotes for the end of a text. The text has no double quote. */
function literal(text: string): string {
  return `'${text.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`
}

/**
 * One word of `cmd`, which sees no quotes in it: they are for the program alone. The text has no double quote, and no
 * backslash at its end.
 */
function escaped(text: string): string {
  return `^"${text.replaceAll(/[()%!^<>&|]/g, '^$&')}^"`
}

/** What no Windows shell does anything with, and what JSON itself is made of. All else is only inside its texts. */
const special = /\\["\\]|[^\w {}[\]:,"\\.+/-]/g

/** JSON as JSON without any character that means something to a Windows shell, in parts of a line each. */
function partsOf(body: string): readonly string[] {
  const plain = body.replaceAll(/[\t\r\n]/g, ' ').replaceAll(special, (found) => {
    const code = found.charCodeAt(found.length - 1)
    return `\\u${code.toString(16).padStart(4, '0')}`
  })
  return plain.match(new RegExp(`.{1,${lineMaximum}}`, 'g')) ?? []
}
