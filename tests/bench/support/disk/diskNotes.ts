import fs, { appendFileSync } from 'node:fs'
import promises, { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import Libsql from 'libsql'

/**
 * Notes in a file each error in which a call of the disk has come back to the program, as a line `refused <call> <code>`. libfiu
 * counts nothing itself. A fault that SQLite got over on its own is not seen, and several in one statement are one.
 */
export async function noteRefusals(file: string): Promise<void> {
  const noted = new WeakSet<Error>()

  function see(problem: unknown): void {
    if (!(problem instanceof Error) || noted.has(problem) || !('code' in problem)) return
    const call = 'syscall' in problem ? String(problem.syscall) : 'sqlite'
    const isDisk =
      call === 'sqlite' ? /IOERR|FULL|READONLY|CANTOPEN/.test(String(problem.code)) : calls.has(call)
    if (!isDisk) return
    noted.add(problem)
    note(file, `refused ${call} ${problem.code}`)
  }

  /** In place of a method: it does the same, and its failure is seen. */
  function watch(owner: object, name: string): void {
    const method: unknown = Reflect.get(owner, name)
    if (typeof method !== 'function') return
    Reflect.set(owner, name, function watched(this: unknown, ...given: unknown[]): unknown {
      try {
        const result: unknown = Reflect.apply(method, this, given)
        if (result instanceof Promise) result.catch(see)
        return result
      } catch (problem) {
        see(problem)
        throw problem
      }
    })
  }

  for (const name of ['rename', 'writeFile']) watch(promises, name)
  for (const name of ['renameSync', 'fsyncSync', 'writeSync', 'writeFileSync']) watch(fs, name)
  syncBuiltinESMExports()
  const handle = await open('/dev/null')
  const ofHandle: object = Object.getPrototypeOf(handle)
  await handle.close()
  for (const name of ['sync', 'datasync', 'write', 'writeFile']) watch(ofHandle, name)

  const memory = new Libsql(':memory:')
  const ofStatement: object = Object.getPrototypeOf(memory.prepare('SELECT 1'))
  memory.close()
  for (const name of ['exec', 'prepare']) watch(Libsql.prototype, name)
  for (const name of ['run', 'get', 'all']) watch(ofStatement, name)
}

const calls: ReadonlySet<string> = new Set(['rename', 'fsync', 'fdatasync', 'write'])

/** Outlives a kill. Its own call is none of those that fail. */
export function note(file: string, line: string): void {
  appendFileSync(file, `${line.replaceAll('\n', ' | ')}\n`)
}
