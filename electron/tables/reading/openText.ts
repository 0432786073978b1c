import { type FileHandle, open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { AppFailure, appError, type ErrorCode } from '@shared/errors'
import { limits } from '../checks/limits'
import { textEncoding } from './textEncoding'

/** How many bytes, or characters, are examined to determine what a text is. */
const headLength = 64 * 1024
const chunkLength = 256 * 1024

/** A text that can be read once. */
export interface OpenedText {
  /** File name without folders; empty for pasted text. */
  readonly name: string
  readonly encoding: string
  readonly bom: boolean
  /** How it begins, without its byte order mark. */
  readonly head: string
  /** In bytes; for pasted text, in characters. */
  readonly total: number
  /** The whole text, with how much has been read at each point. No character is cut in two. */
  chunks(): AsyncGenerator<{ readonly text: string; readonly done: number }>
  close(): Promise<void>
}

/**
 * Opens a file read-only. Throws AppFailure `tableUnreadable` (missing, not readable, a folder), `tableFileTooLarge`
 * before any of it is read, `tableSpreadsheet` or `tableBinary`.
 */
export async function openFile(path: string): Promise<OpenedText> {
  const total = await sizeOf(path)
  const file = await open(path, 'r').catch(refuse)
  try {
    return await openedFile(file, basename(path), total)
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Checks before opening: opening a pipe would wait for its other end. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(refuse)
  if (!found.isFile()) throw unreadable(found.isDirectory() ? 'EISDIR' : 'ENOTSUP')
  const megabytes = Math.ceil(found.size / 1024 / 1024)
  const maximum = limits.fileBytes / 1024 / 1024
  if (found.size > limits.fileBytes)
    throw new AppFailure(appError('tableFileTooLarge', { params: { megabytes, maximum } }))
  return found.size
}

async function openedFile(file: FileHandle, name: string, total: number): Promise<OpenedText> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0).catch(refuse)
  const start = buffer.subarray(0, bytesRead)
  const { label, bom } = textEncoding(start)
  const head = new TextDecoder(label).decode(start, { stream: true })
  const foreign = foreignFile(start, head)
  if (foreign !== null) throw new AppFailure(appError(foreign))
  return {
    name,
    encoding: label,
    bom: bom > 0,
    head,
    total,
    async *chunks() {
      // The decoder drops a byte order mark of its own encoding.
      const decoder = new TextDecoder(label)
      const bytes = Buffer.alloc(chunkLength)
      for (let done = 0; done < total; ) {
        const { bytesRead } = await file
          .read(bytes, 0, Math.min(chunkLength, total - done), done)
          .catch(refuse)
        if (bytesRead === 0) throw unreadable('EOF')
        done += bytesRead
        yield { text: decoder.decode(bytes.subarray(0, bytesRead), { stream: true }), done }
      }
      yield { text: decoder.decode(), done: total }
    },
    close: () => file.close(),
  }
}

export function openPasted(text: string): OpenedText {
  return {
    name: '',
    encoding: 'utf-8',
    bom: false,
    head: text.slice(0, headLength),
    total: text.length,
    async *chunks() {
      for (let done = 0; done < text.length; ) {
        const end = wholeEnd(text, done + chunkLength)
        yield { text: text.slice(done, end), done: end }
        done = end
        await turn()
      }
    },
    close: async () => undefined,
  }
}

/** Not between the halves of a character. */
function wholeEnd(text: string, end: number): number {
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last < 0xdc00 ? end + 1 : end
}

function unreadable(cause: string): AppFailure {
  return new AppFailure(appError('tableUnreadable', { retry: 'free', detail: { cause } }))
}

function refuse(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  throw typeof code === 'string' ? unreadable(code) : error
}

/** How files begin that look like a table only by name. */
const signatures: readonly (readonly [bytes: string, code: ErrorCode])[] = [
  ['PK\x03\x04', 'tableSpreadsheet'],
  ['\xd0\xcf\x11\xe0', 'tableSpreadsheet'],
  ['\x89PNG', 'tableBinary'],
  ['\xff\xd8\xff', 'tableBinary'],
  ['GIF8', 'tableBinary'],
  ['RIFF', 'tableBinary'],
  ['%PDF-', 'tableBinary'],
  ['\x1f\x8b', 'tableBinary'],
  ['SQLite format 3\0', 'tableBinary'],
]

/** In text, at most one character in ten is unprintable. */
const controlShare = 0.1

/** Why a file isn't text, judging by its first bytes and their decoded text; null if it may be. */
function foreignFile(head: Uint8Array, text: string): ErrorCode | null {
  const start = Buffer.from(head.subarray(0, 16)).toString('latin1')
  const known = signatures.find(([bytes]) => start.startsWith(bytes))
  if (known !== undefined) return known[1]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const controls = text.match(/[\0-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0
  return controls > text.length * controlShare ? 'tableBinary' : null
}
