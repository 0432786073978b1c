import { createHash, randomUUID } from 'node:crypto'
import { isImageBytes } from './answers/imageBytes'
import { type KeyRedactor, longestForm } from './keyRedaction'
import type { Spool, SpoolFile } from './spool'

/** The most files one answer may be lifted into. */
const liftMaximum = 1000

const base64 = /^[A-Za-z0-9+/_=\r\n-]*$/
/** The same with any space between; text may be this, so it must begin as an image. */
const spaced = /^[A-Za-z0-9+/_=\s-]*/
const openEscape = /\\(?:u[0-9a-fA-F]{0,3})?$/

/** A long base64 string of a JSON answer on its way to a file. */
export interface Lift {
  /** Takes its place in the answer; also base64, so that it is read like the image it replaces. */
  readonly mark: string
  /** Bytes of the JSON text inside the quotes. */
  take(piece: Uint8Array): Promise<void>
  /** The string ended. */
  close(): Promise<void>
  /**
   * Durable at its path; null if it wasn't base64 after all. Throws if the disk refused it, and may then be called
   * again.
   */
  end(): Promise<string | null>
  /** Its path once it is complete, though it may not be durable yet; otherwise null. */
  placed(): string | null
  discard(): Promise<void>
}

export interface LiftOptions {
  readonly spool: Pick<Spool, 'begin'>
  readonly redact: KeyRedactor
  /** Identifies what the answer belongs to: reading it again gives the same files, and no two owners share one. */
  readonly owner: string
  /** How often each content has come in this answer so far, by digest. */
  readonly alike: Map<string, number>
  /** Begins the names of its files; those of a paid answer are numbered in its order. Empty for a free one. */
  readonly prefix: string
}

/**
 * Names the file of an image that came in an answer, by its content: wherever it is in the next answer, it is the same.
 * The same content twice in one answer is two images.
 */
export function imageHash(owner: string, digest: string, alike: Map<string, number>): string {
  const before = alike.get(digest) ?? 0
  alike.set(digest, before + 1)
  return createHash('sha256').update(`${owner} ${digest} ${before}`).digest('hex').slice(0, 40)
}

/** The file of a lift: bytes are written to it as they come, and it gets its name by them. */
function openFile(at: number, { spool, owner, prefix, alike }: LiftOptions) {
  const hash = createHash('sha256')
  const file: SpoolFile = spool.begin(prefix)
  let name: string | null = null
  let path: string | null = null

  async function end(): Promise<string | null> {
    if (name === null) return null
    path ??= await file.end(name)
    return path
  }

  return {
    async write(bytes: Uint8Array): Promise<void> {
      hash.update(bytes)
      // Anything the disk refuses is kept and written at the end.
      await file.write(bytes).catch(() => undefined)
    },
    async close(): Promise<void> {
      const order = prefix === '' ? '' : `${String(at).padStart(3, '0')}-`
      name = `${prefix}image-${order}${imageHash(owner, hash.digest('hex'), alike)}.bin`
      await end().catch(() => undefined)
    },
    end,
    placed: () => file.placed(),
    discard: () => file.discard(),
  }
}

/** The bytes of an answer that is itself an image. It counts only once it is closed: a part of an image is none. */
export function beginRawLift(options: LiftOptions): Lift {
  const file = openFile(0, options)
  return { ...file, mark: `lifted/${randomUUID()}`, take: file.write }
}

/**
 * Null for a string that isn't base64 so far. `head` is its beginning, which must be the first piece taken; `at` is how
 * many strings of the same answer were lifted before.
 */
export function beginLift(head: string, at: number, options: LiftOptions): Lift | null {
  const { redact } = options
  const begun = unescaped(head.replace(openEscape, '')) ?? '.'
  const isImage = isImageBytes(Buffer.from(begun.slice(0, 100), 'base64'))
  if (at >= liftMaximum || !(base64.test(begun) || (isImage && isSpaced(begun)))) return null
  const file = openFile(at, options)
  /** Text that isn't read yet: an escape or a group of four that continues in the next piece. */
  let raw = ''
  let group = ''
  let before = ''
  let isSpoiled = false
  /** An image ended before its string did: what follows is none of it. */
  let isOver = false

  function finish(): void {
    isOver = true
    raw = ''
  }

  async function spoil(): Promise<void> {
    isSpoiled = true
    await file.discard()
  }

  return {
    mark: `lifted/${randomUUID()}`,
    async take(piece) {
      if (isSpoiled || isOver) return
      raw += Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
      const whole = raw.replace(openEscape, '')
      const text = unescaped(whole)
      raw = raw.slice(whole.length)
      if (text === null || !(isImage || base64.test(text))) return isImage ? finish() : spoil()
      const seen = before + text
      // If a service echoes the key as an image, a stored answer must hold nothing of it.
      if (redact(seen) !== seen) return spoil()
      before = seen.slice(-longestForm)
      const [digital = ''] = spaced.exec(text) ?? []
      if (digital.length < text.length) finish()
      const digits = group + digital.replace(/\s/g, '')
      const end = digits.length - (digits.length % 4)
      group = digits.slice(end)
      await file.write(Buffer.from(digits.slice(0, end), 'base64'))
    },
    async close() {
      if (isSpoiled) return
      if (raw !== '' && !isImage) return spoil()
      await file.write(Buffer.from(group, 'base64'))
      await file.close()
    },
    end: async () => (isSpoiled ? null : await file.end()),
    placed: file.placed,
    discard: file.discard,
  }
}

const isSpaced = (text: string): boolean => spaced.exec(text)?.[0].length === text.length

function unescaped(text: string): string | null {
  if (!text.includes('\\')) return text
  try {
    const value: unknown = JSON.parse(`"${text}"`)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
