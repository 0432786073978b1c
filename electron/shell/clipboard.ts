import { clipboard } from 'electron'
import type { Clipboard } from '../core/ports'

/** The system's clipboard, to write to. */
export function createClipboard(): Clipboard {
  return { writeText: (text) => clipboard.writeText(text) }
}
