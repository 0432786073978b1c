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

/** Runs a command by the system's own shell; `key` is what `CYANOTYPE_API_KEY` is. */
export function runCurl(command: string, key: string): CurlCall {
  const [globoff, url = '', ...words] = printedBy(command, key).split('\0')
  if (globoff !== '--globoff') throw new Error('curl would expand the address')
  const headers: Record<string, string> = {}
  let body = ''
  for (let at = 0; at < words.length - 1; at += 2) {
    const [option, value = ''] = words.slice(at, at + 2)
    const [name = '', ...rest] = value.split(': ')
    if (option === '-H') headers[name] = rest.join(': ')
    else if (option === '--data-raw') body = value
    else if (option === '--data-binary' && value === '@-') body = words.at(-1) ?? ''
    else throw new Error(`curl doesn't know ${option}`)
  }
  return { url, headers, body }
}

function printedBy(command: string, key: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cyanotype-curl-'))
  try {
    writeFileSync(join(folder, 'curl'), script, { mode: 0o755 })
    // From a file: as an argument of the shell a long command would be too long.
    const file = join(folder, 'command')
    writeFileSync(file, command)
    const { status, stdout, stderr } = spawnSync('sh', [file], {
      env: { PATH: `${folder}:${process.env.PATH}`, CYANOTYPE_API_KEY: key },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    if (status !== 0 || stderr !== '') throw new Error(`the shell ended with ${status}: ${stderr}`)
    return stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}
