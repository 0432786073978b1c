import { isAscii } from 'node:buffer'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { AppFailure, appError } from '@shared/errors'
import type { TableEncoding, TableReading } from '@shared/model/tableReading'
import { limits } from '../checks/limits'
import { decoderOf } from '../encoding/decoders'
import { textEncoding } from '../encoding/textEncoding'
import { foreignFile } from './foreignFile'

/** How many bytes, or characters, are examined to determine what a text is. */
const headLength = 64 * 1024
const chunkLength = 256 * 1024

/** A text that can be read once. */
export interface OpenedText {
  /** File name without folders; empty for pasted text. */
  readonly name: string
  readonly encoding: TableEncoding
  /** What else it may be, and whether that was asked. */
  readonly doubt: Pick<TableReading, 'encodings' | 'unsure'>
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
 * Opens a file read-only, in the encoding that the user chose, or in the most likely one. Throws AppFailure
 * `tableUnreadable` (missing, not readable, a folder), `tableFileTooLarge` before any of it is read,
 * `tableSpreadsheet`, `tableMarkup` or `tableBinary`.
 */
export async function openFile(path: string, chosen: TableEncoding | null): Promise<OpenedText> {
  const total = await sizeOf(path)
  const file = await open(path, 'r').catch(refuse)
  try {
    return await openedFile(file, { name: basename(path), total, chosen })
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

async function openedFile(
  file: FileHandle,
  {
    name,
    total,
    chosen,
  }: { readonly name: string; readonly total: number; readonly chosen: TableEncoding | null },
): Promise<OpenedText> {
  const start = await pieceAt(file, Buffer.alloc(headLength), 0)
  const isPlain = isAscii(start) && !start.includes(0)
  const sample = isPlain ? ((await firstLetters(file, total)) ?? start) : start
  const { label, bom, choices } = textEncoding(sample)
  const encoding = chosen ?? label
  const head = decoderOf(encoding).decode(start, { stream: true })
  const foreign = foreignFile(start, head)
  if (foreign !== null) throw new AppFailure(appError(foreign))
  return {
    name,
    encoding,
    doubt: {
      encodings: choices.map((choice) => ({ encoding: choice, lines: firstLines(sample, choice) })),
      unsure: choices.length > 0 && chosen === null,
    },
    bom: bom > 0 && encoding === label,
    head,
    total,
    async *chunks() {
      // The decoder drops a byte order mark of its own encoding.
      const decoder = decoderOf(encoding)
      const into = Buffer.alloc(Math.min(chunkLength, total))
      for (let done = 0; done < total; ) {
        const piece = await pieceAt(file, into.subarray(0, total - done), done)
        if (piece.length === 0) throw unreadable('EOF')
        done += piece.length
        yield { text: decoder.decode(piece, { stream: true }), done }
      }
      yield { text: decoder.decode(), done: total }
    },
    close: () => file.close(),
  }
}

/** Fills as much of a buffer as the file has there. A buffer is used again: a long file would leave many behind. */
async function pieceAt(file: FileHandle, into: Buffer, position: number): Promise<Uint8Array> {
  const { bytesRead } = await file.read(into, 0, into.length, position).catch(refuse)
  return into.subarray(0, bytesRead)
}

/** From the first line after the head that isn't ASCII alone; null if all of it is. */
async function firstLetters(file: FileHandle, total: number): Promise<Uint8Array | null> {
  const into = Buffer.alloc(chunkLength)
  for (let done = headLength; done < total; ) {
    const piece = await pieceAt(file, into, done)
    if (piece.length === 0) return null
    if (!isAscii(piece)) {
      const first = piece.findIndex((byte) => byte > 0x7f)
      const start = piece.subarray(0, first).lastIndexOf(0x0a) + 1
      return piece.subarray(start, start + headLength)
    }
    done += piece.length
  }
  return null
}

/** Lines that are shown of each encoding, and characters of each. */
const shownLines = { count: 3, characters: 80 }

/** The first lines that tell encodings apart. */
function firstLines(sample: Uint8Array, encoding: TableEncoding): string[] {
  const lines = decoderOf(encoding)
    .decode(sample, { stream: true })
    .split(/[\r\n]+/)
    .flatMap((line) => {
      const first = line.search(/[^\0-\x7f]/)
      return first < 0 ? [] : line.slice(Math.max(0, first - 20))
    })
  return lines.slice(0, shownLines.count).map((line) => line.slice(0, shownLines.characters))
}

export function openPasted(text: string): OpenedText {
  const head = text.slice(0, headLength)
  const foreign = foreignFile(new Uint8Array(), head)
  if (foreign !== null) throw new AppFailure(appError(foreign))
  return {
    name: '',
    encoding: 'utf-8',
    doubt: { encodings: [], unsure: false },
    bom: false,
    head,
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
