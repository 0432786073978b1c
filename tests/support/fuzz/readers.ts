import type { Reader } from './reader'
import { answerReader, compressedReader } from './readers/answers'
import { httpReader } from './readers/http'
import { partialReader } from './readers/partials'
import { pictureReader } from './readers/pictures'
import { recordReader } from './readers/records'
import { tableReader } from './readers/tables'

export const readerNames = [
  'answers',
  'compressed',
  'http',
  'partials',
  'records',
  'tables',
  'pictures',
] as const
export type ReaderName = (typeof readerNames)[number]

/**
 * Starts a reader that works in its own folder. `runtime`: an Electron that decodes pictures; default this
 * Node.
 */
export async function startReader(
  name: ReaderName,
  folder: string,
  options: { readonly runtime?: string } = {},
): Promise<Reader> {
  switch (name) {
    case 'answers':
      return answerReader(folder)
    case 'compressed':
      return compressedReader(folder)
    case 'http':
      return httpReader(folder)
    case 'partials':
      return partialReader(folder)
    case 'records':
      return recordReader(folder)
    case 'tables':
      return tableReader(folder)
    case 'pictures':
      return pictureReader(folder, options)
  }
}
