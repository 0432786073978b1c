import { dirname } from 'node:path'
import type { AppError } from '@shared/errors'
import { lstat, rm, stat } from '../../drive'
import { isFileProblem } from '../../storageProblem'
import { removeRecord, writeRecord } from '../imageRecords'
import { isAbsence } from '../libraryFolders'
import type { LibraryGround } from '../libraryGround'
import type { Move, MovedFile } from '../moveRows'
import { type CopyOptions, hashFile, isSameFile } from './fileCopy'
import { silent, type Whereabouts } from './whereabouts'

/**
 * Which of a file's two places it leaves. One is removed only if the other is there and equal, and nobody changed either
 * in the meantime.
 */
export interface MovedOriginals {
  /** `differs`: the copy is gone, or the original was changed: it must be copied again. `kept`: it can't be removed. */
  remove(
    file: MovedFile,
    move: Move,
    options: CopyOptions,
  ): Promise<'removed' | 'differs' | 'kept' | AppError>
  /** Whether the original can be the image again: it is there, and equal. Its record is written. */
  restore(file: MovedFile, move: Move, options: CopyOptions): Promise<boolean | AppError>
  /**
   * Removes a copy whose original is the image again, if this can be done now. `changed`: somebody edited it while it was
   * the image, so it stays.
   */
  removeCopy(file: MovedFile, move: Move, options: CopyOptions): Promise<'changed' | null>
}

export function createMovedOriginals(
  deps: Pick<LibraryGround, 'folders' | 'lanes' | 'record'> & { readonly whereabouts: Whereabouts },
): MovedOriginals {
  const { folders, whereabouts, lanes, record } = deps

  const original = ({ file }: MovedFile, { source }: Move) => folders.path(source, file)
  const copy = ({ placed }: MovedFile, { target }: Move) => folders.path(target, placed)

  /**
   * Two names of one file, and not one name that is reached in two ways: then the file may have other names all the same,
   * such as in a backup, or where the user put the folder that was the target.
   */
  async function areLinked(file: MovedFile, move: Move): Promise<boolean | null> {
    const [one, other] = [original(file, move), copy(file, move)]
    if (!(await isSameFile(one, other))) return null
    const [folder, otherFolder] = await Promise.all([one, other].map((path) => stat(dirname(path))))
    const isOneFolder = folder?.ino === otherFolder?.ino && folder?.dev === otherFolder?.dev
    return (await lstat(one)).nlink > 1 && !isOneFolder
  }

  const seen = async (path: string) => {
    const { ino, size, mtimeMs, ctimeMs } = await lstat(path)
    return { size, key: `${ino} ${size} ${mtimeMs} ${ctimeMs}` }
  }

  /** Another program may write there while it is read. */
  async function fits(path: string, { bytes, sha256 }: MovedFile, options: CopyOptions): Promise<boolean> {
    const before = await seen(path)
    if (before.size !== bytes || (await hashFile(path, options)).sha256 !== sha256) return false
    return (await seen(path)).key === before.key
  }

  /** Under two names of one file, there is nothing to compare. */
  async function isOriginal(file: MovedFile, move: Move, options: CopyOptions): Promise<boolean> {
    const linked = await areLinked(file, move).catch(() => null)
    return linked === true || fits(original(file, move), file, options)
  }

  async function removeChecked(file: MovedFile, move: Move, options: CopyOptions) {
    const linked = await areLinked(file, move)
    if (linked === false) return 'kept'
    if (linked === null) {
      const isCopied = await fits(copy(file, move), file, options)
      // Read last: it is about to be removed, and another program may save there at any moment.
      if (!(await fits(original(file, move), file, options))) return 'differs'
      // It was changed since it is the image: both stay.
      if (!isCopied) return 'kept'
    }
    options.signal.throwIfAborted()
    await rm(original(file, move), { force: true })
    return 'removed'
  }

  return {
    async remove(file, move, options) {
      const found = await folders.look(move.source, file.file)
      const away = found === 'there' ? null : await whereabouts.ofSource(move.source)
      if (away !== null) return away
      if (found === 'unknown') return silent(move.source)
      if (found === 'absent') return 'removed'
      const copied = await folders.look(move.target, file.placed)
      const targetAway = copied === 'there' ? null : await whereabouts.ofTarget(move.target)
      if (targetAway !== null) return targetAway
      if (copied === 'unknown') return silent(move.target)
      if (copied === 'absent') return 'differs'
      try {
        const outcome = await lanes.run(move.source, () =>
          lanes.run(move.target, () => removeChecked(file, move, options), { isLast: true }),
        )
        if (outcome === 'removed') await removeRecord(move.source, file.jobId, file.index).catch(() => false)
        return outcome
      } catch (problem) {
        options.signal.throwIfAborted()
        if (!isFileProblem(problem)) throw problem
        const gone = (await whereabouts.ofSource(move.source)) ?? (await whereabouts.ofTarget(move.target))
        return gone ?? (isAbsence(problem) ? 'differs' : 'kept')
      }
    },

    async restore(file, move, options) {
      const found = await folders.look(move.source, file.file)
      const away = found === 'there' ? null : await whereabouts.ofSource(move.source)
      if (away !== null) return away
      if (found === 'unknown') return silent(move.source)
      if (found === 'absent') return false
      try {
        const isEqual = await lanes.run(move.source, () => isOriginal(file, move, options), { isLast: true })
        const written = isEqual ? record(file.number, file.file) : null
        // The original is the image even without its record: the drive may not accept any.
        if (written !== null) await writeRecord(move.source, written).catch(() => false)
        return isEqual
      } catch (problem) {
        options.signal.throwIfAborted()
        if (!isFileProblem(problem)) throw problem
        return (await whereabouts.ofSource(move.source)) ?? false
      }
    },

    async removeCopy(file, move, options) {
      if (!file.made || (await folders.look(move.target, file.placed)) !== 'there') return null
      try {
        const linked = await areLinked(file, move)
        if (linked === false) return null
        const isOurs =
          linked === true ||
          (await lanes.run(move.target, () => fits(copy(file, move), file, options), { isLast: true }))
        options.signal.throwIfAborted()
        if (!isOurs) return 'changed'
        await rm(copy(file, move), { force: true })
        await removeRecord(move.target, file.jobId, file.index)
      } catch (problem) {
        options.signal.throwIfAborted()
        if (!isFileProblem(problem)) throw problem
      }
      return null
    },
  }
}
