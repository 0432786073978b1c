import { clipboard } from 'electron'
import type { Clipboard } from '../core/ports'

/** The system's clipboard, for writing only. */
export function createClipboard(): Clipboard {
  return { writeText: (text) => clipboard.writeText(text) }
}
