import { dirname } from 'node:path'
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from '../drive'
import { knowsNoSync } from '../durability'

/** A database and the files beside it that belong to it. */
const companions = ['', '-wal', '-shm', '-journal'] as const

/** Makes renames in a folder durable, where possible. Windows has no such thing and doesn't need it. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } catch (problem) {
    if (!knowsNoSync(problem)) throw problem
  } finally {
    closeSync(folder)
  }
}

/** Renames a database and its files, the main file first: if it is missing, the move has begun. */
export function moveDatabase(from: string, to: string): void {
  for (const suffix of companions) {
    if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix)
  }
  syncFolder(dirname(to))
}

/** Removes a temporary database of ours; files that are still open stay until the next time. */
export function removeDatabase(path: string): void {
  for (const suffix of companions) {
    try {
      rmSync(path + suffix, { force: true })
    } catch (error) {
      if (process.platform !== 'win32') throw error
    }
  }
}

/** `2026-09-21T08-15-30-123`, in UTC: sorts by time and is allowed in file names everywhere. */
export function timeInName(now: number): string {
  return new Date(now).toISOString().slice(0, -1).replaceAll(/[:.]/g, '-')
}

/** SQLite would let other users read a file that it creates; files it puts next to one get the same permissions. */
export function makeClosed(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It is there, or SQLite will report the error.
  }
}
