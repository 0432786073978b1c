import { constants } from 'node:os'
import type * as drive from '../../electron/core/drive'

/** Makes one call to a file fail, as a drive may, with any error. */
export interface Faults {
  /** The call after so many others fails with this code, and once only. */
  arm(after: number, code: string): void
  /** None fails any more. Returns whether one did. */
  disarm(): boolean
  /** Calls since it was armed. */
  calls(): number
}

let left = Number.POSITIVE_INFINITY
let failing = ''
let made = 0

export const faults: Faults = {
  arm(after, code) {
    left = after
    failing = code
    made = 0
  },
  disarm() {
    const hasFailed = left < 0
    left = Number.POSITIVE_INFINITY
    return hasFailed
  },
  calls: () => made,
}

/** What a drive may report: all that this system knows, one that it doesn't, and Node's own. Not what only we can cause. */
export const anyCode: readonly string[] = [
  ...Object.keys(constants.errno).filter((code) => code !== 'EBADF'),
  ...['EUNHEARDOF', 'Unknown system error -99999', 'ERR_FS_EISDIR'],
]

function call<T>(name: string, path: unknown, work: () => T): T {
  made += 1
  left -= 1
  if (left !== -1) return work()
  const about = typeof path === 'string' ? { path } : {}
  throw Object.assign(new Error(`${failing}: injected`), { code: failing, syscall: name, ...about })
}

/** What gives no error, whatever happens. */
const unfailing = new Set(['existsSync', 'closeSync'])
const ofHandles = new Set([
  'read',
  'write',
  'writeFile',
  'readFile',
  'sync',
  'stat',
  'chmod',
  'utimes',
  'truncate',
])

function faultyHandle<T extends object>(file: T): T {
  return new Proxy(file, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const bound = value.bind(target) as (...given: unknown[]) => unknown
      if (typeof name !== 'string' || !ofHandles.has(name)) return bound
      return async (...given: unknown[]) => call(name, null, () => bound(...given))
    },
  })
}

/** The drive, of which any call may fail. */
export function faultyDrive(real: typeof drive): typeof drive {
  const faulty = (name: string, work: (...given: unknown[]) => unknown) => {
    if (unfailing.has(name)) return work
    if (name.endsWith('Sync')) return (...given: unknown[]) => call(name, given[0], () => work(...given))
    return async (...given: unknown[]) => {
      const done = await call(name, given[0], () => work(...given))
      return name === 'open' || name === 'opendir' ? faultyHandle(done as object) : done
    }
  }
  return Object.fromEntries(
    Object.entries(real).map(([name, value]) => [
      name,
      typeof value === 'function' ? faulty(name, value as (...given: unknown[]) => unknown) : value,
    ]),
  ) as typeof drive
}
