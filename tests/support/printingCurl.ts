import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A request as `curl` was told to make it. */
export interface CurlCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** In place of `curl`: prints its arguments and what was piped to it, separated by NULs. */
const script = `#!/bin/sh
printf '%s\\0' "$@"
case "$*" in *' @-') cat;; esac
`

/** Runs a command by a POSIX shell; `key` is what `CYANOTYPE_API_KEY` is. */
export function runCurl(command: string, key: string, shell: 'sh' | 'bash' = 'sh'): CurlCall {
  const folder = mkdtempSync(join(tmpdir(), 'cyanotype-curl-'))
  try {
    writeFileSync(join(folder, 'curl'), script, { mode: 0o755 })
    const printed = printedBy(command, { shell, folder, path: `${folder}:${process.env.PATH}`, key })
    const words = printed.split('\0')
    return curlCall(words.slice(0, -1), (name) => (name === '-' ? words.at(-1) : undefined))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What a shell prints that runs a command. Throws if it fails. */
export function printedBy(
  command: string,
  options: { readonly shell: string; readonly folder: string; readonly path: string; readonly key: string },
): string {
  // From a file: as an argument of the shell a long command would be too long.
  const file = join(options.folder, 'command')
  writeFileSync(file, command)
  const { status, stdout, stderr } = spawnSync(options.shell, [file], {
    env: { PATH: options.path, CYANOTYPE_API_KEY: options.key },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0 || stderr !== '') throw new Error(`the shell ended with ${status}: ${stderr}`)
  return stdout
}

/** What `curl` makes of its arguments; `read`: what is in a file, `-` for what is piped to it. */
export function curlCall(
  [globoff, url = '', ...words]: readonly string[],
  read: (file: string) => string | undefined,
): CurlCall {
  if (globoff !== '--globoff') throw new Error('curl would expand the address')
  const headers: Record<string, string> = {}
  let body = ''
  for (let at = 0; at < words.length; at += 2) {
    const [option, value = ''] = words.slice(at, at + 2)
    const [name = '', ...rest] = value.split(': ')
    const content = value.startsWith('@') ? read(value.slice(1)) : undefined
    if (option === '-H') headers[name] = rest.join(': ')
    else if (option === '--data-raw') body = value
    else if (option === '--data-binary' && content !== undefined) body = content
    else if (option === '--data' && content !== undefined) body = content.replaceAll(/[\r\n\0]/g, '')
    else throw new Error(`curl doesn't know ${option} ${value}`)
  }
  return { url, headers, body }
}
