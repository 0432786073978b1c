import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The key of the service in a folder: another program on this computer that finds the port can't guess it. */
export function ownKey(folder: string): string {
  const path = join(folder, 'key')
  try {
    const kept = readFileSync(path, 'utf8')
    if (/^[0-9a-f]{64}$/.test(kept)) return kept
  } catch {
    // There is none yet.
  }
  const made = randomBytes(32).toString('hex')
  writeFileSync(path, made, { mode: 0o600 })
  return made
}
