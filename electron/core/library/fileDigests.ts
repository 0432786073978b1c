import { createHash } from 'node:crypto'
import { fileFormatOf } from '@shared/model/fileSignature'
import type { FileFormat } from '@shared/model/image'
import { type OpenedFile, openPlain } from '../plainFile'
import type { Clock } from '../ports'
import { double, turnMs } from './driveTurns'
import { type FolderGates, silence } from './folderGates'
import { longestImage } from './libraryFolders'

export interface Digest {
  readonly bytes: number
  readonly sha256: string
  /** By its first bytes; null for a file of no format that is known. */
  readonly format: FileFormat | null
}

/**
 * Reads whole files of a folder, by their absolute paths, two at a time if nothing else is done there. Null for one that
 * can't be read, or is larger than any image; none for those that weren't read before the drive fell silent, or `signal`
 * was aborted.
 */
export type FileDigests = (
  folder: string,
  paths: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Digest | null>>

/** So little that two of them come in time also from a slow drive. */
const pieceLength = 512 * 1024

export function createFileDigests(deps: {
  readonly gates: Pick<FolderGates, 'ask'>
  readonly clock: Pick<Clock, 'monotonic'>
}): FileDigests {
  const { gates, clock } = deps
  /** What files are read into, unless others are being read. */
  const spare: Buffer[] = []
  /** By folder that didn't answer: closed with the next files that are read there. */
  const unclosed = new Map<string, readonly Reading[]>()

  return async (folder, paths, signal) => {
    const found = new Map<string, Digest | null>()
    const left = [...paths].reverse()
    const begun = new Set<Reading>()
    let isGivenUp = false
    let isTurning = false

    /** Nearly every file is read in one turn, and closed in the same. */
    async function lane(first: Reading | undefined, isOver: () => boolean): Promise<void> {
      for (let reading = first ?? next(); reading !== undefined; reading = isOver() ? undefined : next()) {
        const digest = await reading.read(isOver)
        if (digest === 'more') return
        begun.delete(reading)
        found.set(reading.path, digest)
        // A read that was given up may still write into its piece: that one isn't used again.
        spare.push(reading.piece)
      }
    }

    function next(): Reading | undefined {
      const path = left.pop()
      if (path === undefined) return undefined
      const reading = createReading(path, spare.pop() ?? Buffer.allocUnsafe(pieceLength))
      begun.add(reading)
      return reading
    }

    const close = async (): Promise<void> => {
      await Promise.all([...begun].map((reading) => reading.close()))
    }

    async function turn(calls: number): Promise<void> {
      isTurning = true
      const began = clock.monotonic()
      const isOver = () => isGivenUp || clock.monotonic() - began >= turnMs
      for (const reading of unclosed.get(folder) ?? []) await reading.close()
      unclosed.delete(folder)
      const going = [...begun]
      const lanes = Math.max(calls, going.length)
      await Promise.all(Array.from({ length: lanes }, (_, at) => lane(going[at], isOver)))
      isTurning = false
      // The drive answers at last, and nobody waits any more.
      if (isGivenUp) await close()
    }

    while (left.length > 0 || begun.size > 0) {
      const answer = await gates.ask(folder, turn, double)
      if (answer !== silence && !signal.aborted) continue
      isGivenUp = true
      if (!isTurning && (await gates.ask(folder, close)) === silence)
        unclosed.set(folder, [...(unclosed.get(folder) ?? []), ...begun])
      break
    }
    return found
  }
}

interface Reading {
  readonly path: string
  readonly piece: Buffer
  /** Until the turn is over: `more`. Null if it can't be read. */
  read(isOver: () => boolean): Promise<Digest | null | 'more'>
  close(): Promise<void>
}

function createReading(path: string, piece: Buffer): Reading {
  const hash = createHash('sha256')
  let opened: OpenedFile | null = null
  let format: FileFormat | null = null
  let bytes = 0

  async function close(): Promise<void> {
    const ended = opened
    opened = null
    await ended?.file.close().catch(() => undefined)
  }

  async function goOn(isOver: () => boolean): Promise<Digest | null | 'more'> {
    opened ??= await openPlain(path)
    if (opened === null) return null
    const { file, found } = opened
    do {
      const { bytesRead } = await file.read(piece, 0, pieceLength, bytes)
      const some = piece.subarray(0, bytesRead)
      if (bytes === 0) format = fileFormatOf(some)
      hash.update(some)
      bytes += bytesRead
      if (bytes > longestImage) return null
      // As it was opened: asking for one more byte would be one more call for each file.
      if (bytesRead === 0 || bytes === found.size) return { bytes, sha256: hash.digest('hex'), format }
    } while (!isOver())
    return 'more'
  }

  return {
    path,
    piece,
    async read(isOver) {
      const digest = await goOn(isOver).catch(() => null)
      if (digest !== 'more') await close()
      return digest
    },
    close,
  }
}
