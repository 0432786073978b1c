import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from './temporaryFolder'

/**
 * The entry of a table's process, given the built one, that reads no further once it has reported its first progress,
 * for as long as the core that started it lives.
 */
export function heldReader(entry: string): string {
  const path = join(temporaryFolder(), 'tables.mjs')
  const lines = [
    'const core = process.ppid',
    'const idle = new Int32Array(new SharedArrayBuffer(4))',
    'const send = process.send.bind(process)',
    'process.send = (message, ...rest) => {',
    '  const isSent = send(message, ...rest)',
    "  while (message.kind === 'progress' && process.ppid === core) Atomics.wait(idle, 0, 0, 20)",
    '  return isSent',
    '}',
    `await import(${JSON.stringify(pathToFileURL(entry).href)})`,
  ]
  writeFileSync(path, lines.join('\n'))
  return path
}
