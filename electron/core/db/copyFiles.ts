import { dirname, join } from 'node:path'
import { existsSync, readdirSync } from '../drive'
import { moveDatabase } from './files'

const copyName = /^cyanotype-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})\.db$/
/** Ends the name of a copy that no later one replaces. */
const keptEnd = '.before-loss.db'

/** The folder of a database's daily copies. */
export const copyFolder = (path: string): string => join(dirname(path), 'backups')

/**
 * Those of these names that are daily copies, oldest first. A copy from the future was made before the clock was set
 * back, so it counts as the oldest. `now`: milliseconds since the epoch.
 */
export function copiesIn(names: readonly string[], now: number): readonly string[] {
  const copies = names.filter((name) => copyName.test(name)).sort()
  const isAhead = (name: string) => madeAt(name) > now
  return [...copies.filter(isAhead), ...copies.filter((name) => !isAhead(name))]
}

/** When a copy was made, milliseconds since the epoch. */
export function madeAt(name: string): number {
  const [, day, hours, minutes, seconds, milliseconds] = copyName.exec(name) ?? []
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`)
}

/**
 * Keeps the newest copy of a database that is about to begin anew: in a few days, the daily copies hold only what came
 * after. Does nothing if that copy is kept already, or if there is none.
 */
export function keepNewestCopy(path: string, now: number): void {
  const folder = copyFolder(path)
  if (!existsSync(folder)) return
  const names = readdirSync(folder)
  const newest = copiesIn(names, now).at(-1)
  if (newest === undefined) return
  const kept = newest.replace(/\.db$/, keptEnd)
  if (names.some((name) => name.endsWith(keptEnd) && name >= kept)) return
  moveDatabase(join(folder, newest), join(folder, kept))
}
