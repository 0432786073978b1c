import type { Guard } from '../guard'
import type { Clock, Logger } from '../ports'
import type { Adoption } from './adoption'
import type { Discarding } from './discarding'
import type { IncomingFiles } from './incomingFiles'
import type { LibraryFolders } from './libraryFolders'
import type { MarkRecords } from './markRecords'

/** Milliseconds until missing folders are checked again. */
const againMs = 30_000

/**
 * Puts each folder that is or was a library in order, once it is there. Stray temp files are removed, what was
 * discarded goes to the system's trash, and files without a row get one. A folder that is away, or goes away meanwhile,
 * gets its turn when it is back, without a restart.
 */
export interface Tidying {
  /** Resolves once the folder in use is clear of stray temp files; everything else follows in the first `look`. */
  start(): Promise<void>
  /** A folder became the one in use, or answers again: it gets its turn now if it had none yet. */
  look(): void
  /** Each folder gets another turn. */
  again(): void
  /** Resolves once each folder that is there has had its turn. */
  settled(): Promise<void>
  /** A folder has changed since it was tidied. */
  missed(folder: string): void
  stop(): Promise<void>
}

export function createTidying(deps: {
  readonly folders: Pick<LibraryFolders, 'current' | 'all'>
  readonly adoption: Pick<Adoption, 'scan'>
  readonly incoming: IncomingFiles
  readonly discarding: Pick<Discarding, 'finish'>
  readonly markRecords: Pick<MarkRecords, 'again'>
  readonly clock: Clock
  readonly guard: Pick<Guard, 'failed'>
  readonly logger: Logger
}): Tidying {
  const { folders, adoption, incoming, discarding, markRecords, clock, guard, logger } = deps
  const tidied = new Set<string>()
  /** Folders that were missing when it was their turn. */
  const away = new Set<string>()
  const stopping = new AbortController()
  const { signal } = stopping
  let started = false
  let underway: Promise<void> | null = null
  let isAskedAgain = false
  let hasLooked = false
  let cancel = () => {}

  async function round(): Promise<void> {
    let isFinishing = false
    for (const folder of folders.all()) {
      if (signal.aborted || tidied.has(folder)) continue
      // Noted first, so that changes missed during its turn count.
      tidied.add(folder)
      const isThere = await adoption.scan(folder, { signal })
      // After it: what belongs to an image that it has found is needed no more.
      await incoming.sweep(folder)
      if (isThere) {
        isFinishing = true
        away.delete(folder)
        logger.info('library.folderTidied')
      } else {
        tidied.delete(folder)
        if (!away.has(folder)) logger.info('library.folderAway')
        away.add(folder)
      }
    }
    if (!isFinishing) return
    await discarding.finish()
    markRecords.again()
  }

  /** Returns whether a folder is still missing. */
  async function rounds(): Promise<boolean> {
    do {
      isAskedAgain = false
      await round()
    } while (isAskedAgain && !signal.aborted)
    return folders.all().some((folder) => !tidied.has(folder))
  }

  function look(): void {
    if (!started || signal.aborted) return
    isAskedAgain = true
    hasLooked = true
    cancel()
    underway ??= rounds()
      .catch((problem: unknown) => {
        note(problem)
        return true
      })
      .then((someAreAway) => {
        underway = null
        if (someAreAway) lookLater()
      })
  }

  function note(problem: unknown): void {
    guard.failed('library.notTidied', problem)
  }

  function lookLater(): void {
    cancel()
    if (!signal.aborted) cancel = clock.after(againMs, look)
  }

  return {
    async start() {
      started = true
      await incoming.sweep(folders.current(), { begins: true }).catch(note)
    },
    look,
    again() {
      tidied.clear()
      look()
    },
    async settled() {
      if (!hasLooked) look()
      await underway
    },
    missed(folder) {
      tidied.delete(folder)
      if (started && underway === null) lookLater()
    },
    async stop() {
      stopping.abort()
      cancel()
      await underway
    },
  }
}
