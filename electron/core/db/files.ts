import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { knowsNoSync } from '../durability'

/** The files beside a database that belong to it. */
const companions = ['', '-wal', '-shm', '-journal'] as const

/** Makes renames in a folder durable, where that can be. Windows has no such thing and needs none. */
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

/** Renames a database with what belongs to it, the main file first: its absence says that the move was begun. */
export function moveDatabase(from: string, to: string): void {
  for (const suffix of companions) {
    if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix)
  }
  syncFolder(dirname(to))
}

/** Removes a database made by us on the way to something else; what is still held open stays for the next time. */
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

/** SQLite would let others of the computer read a file that it makes; what it puts beside one is as closed as that. */
export function makeClosed(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It is there, or SQLite says what is wrong.
  }
}
