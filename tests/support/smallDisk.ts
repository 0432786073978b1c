import { spawnSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../../electron/core/systemCode'

/** A file system of its own, small enough to be filled. */
export interface SmallDisk {
  readonly folder: string
  /** Fills it except for this many bytes. */
  fill(leave: number): Promise<void>
  /** Frees the space again. */
  clear(): Promise<void>
  /** Whether nothing can be written there. */
  setReadOnly(isReadOnly: boolean): void
  unmount(): void
}

/** Mounts a disk in memory on an empty folder; returns the reason when this machine allows none. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | { readonly refused: string } {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
    encoding: 'utf8',
  })
  if (mounted.status !== 0) return { refused: mounted.error?.message ?? mounted.stderr.trim() }
  const filler = join(folder, 'filler')
  return {
    folder,
    async fill(leave) {
      const { bavail, bsize } = statfsSync(folder)
      const file = await open(filler, 'w')
      const piece = Buffer.alloc(1024 * 1024)
      try {
        for (let rest = bavail * bsize - leave; rest > 0; rest -= piece.length)
          await file.write(piece, 0, Math.min(rest, piece.length))
      } catch (problem) {
        // An app that runs on it may have taken some of the space meanwhile: it is as full as it gets.
        if (systemCode(problem) !== 'ENOSPC') throw problem
      } finally {
        await file.close()
      }
    },
    clear: () => rm(filler, { force: true }),
    setReadOnly(isReadOnly) {
      const { status, stderr } = spawnSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder], {
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(stderr)
    },
    // Lazily, so that a file still open there does not keep the test from ending.
    unmount: () => void spawnSync('umount', ['-l', folder]),
  }
}
