import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../core/ports'

type Level = 'info' | 'warn' | 'error'
type Fields = Parameters<Logger['info']>[1]

export interface LoggerOptions {
  /** Created if it is missing. */
  readonly folder: string
  /** A file that has reached this many bytes is moved aside; default 5 MB. */
  readonly maximumBytes?: number
  /** Levels that are also printed to the console; default errors only. */
  readonly console?: readonly Level[]
}

const fileNames = ['main.log', 'main.1.log', 'main.2.log'] as const

/**
 * JSON lines in `main.log`, the two files before it in `main.1.log` and `main.2.log`. Lines are written at
 * once, so that a kill loses none. A log that can't be written never stops the app.
 */
export function createLogger(options: LoggerOptions): Logger {
  const { folder, maximumBytes = 5 * 1024 * 1024, console: echoed = ['error'] } = options
  const paths = fileNames.map((name) => join(folder, name))
  const [current = ''] = paths
  let size = 0
  quietly(() => mkdirSync(folder, { recursive: true, mode: 0o700 }))
  quietly(() => {
    size = statSync(current).size
  })

  function rotate(): void {
    for (let i = paths.length - 1; i > 0; i--) {
      quietly(() => renameSync(paths[i - 1] ?? '', paths[i] ?? ''))
    }
    size = 0
  }

  function write(level: Level, event: string, fields: Fields): void {
    const line = `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`
    if (echoed.includes(level)) console[level](line.trimEnd())
    if (size >= maximumBytes) rotate()
    quietly(() => appendFileSync(current, line, { mode: 0o600 }))
    size += Buffer.byteLength(line)
  }

  return {
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, fields) => write('error', event, fields),
  }
}

function quietly(action: () => void): void {
  try {
    action()
  } catch {
    // A full or read-only disk; the library's own check informs the user.
  }
}
