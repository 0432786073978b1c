import { join } from 'node:path'
import { mkdir, readdir, rm } from '../drive'
import { idPattern } from '../ids'

/** Where the table process keeps the table that is open, over restarts too. */
export interface TableFiles {
  /** Absolute. Made when it is not there. */
  folder(): Promise<string>
  /** Ids of the tables that are there, oldest first. */
  list(): Promise<readonly string[]>
  /** With whatever belongs to it. Only once no process has it open. */
  remove(id: string): Promise<void>
}

const named = new RegExp(`^(${idPattern})\\.db`)

export function createTableFiles(profile: string): TableFiles {
  const path = join(profile, 'tables')

  const names = () => readdir(path).catch((): string[] => [])
  const idOf = (name: string): string | null => named.exec(name)?.[1] ?? null

  return {
    async folder() {
      await mkdir(path, { recursive: true, mode: 0o700 })
      return path
    },
    async list() {
      const ids = (await names()).flatMap((name) => idOf(name) ?? [])
      return [...new Set(ids)].sort()
    },
    async remove(id) {
      const own = (await names()).filter((name) => idOf(name) === id)
      await Promise.all(own.map((name) => rm(join(path, name), { force: true })))
    },
  }
}
