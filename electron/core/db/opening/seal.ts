import { z } from 'zod'
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from '../../drive'
import { hasOurMark, wasClosedByUs } from './runMarks'

/**
 * How long a database that was read whole is trusted while only we write to it, in milliseconds: two days, so that one of
 * the three daily copies is older than any damage that is found then.
 */
const trustMs = 2 * 24 * 60 * 60 * 1000

const sealSchema = z.object({
  /** Of the app: another one may have other rules for rows. */
  version: z.string(),
  /** When every row was last checked, milliseconds since the epoch; null if it has to be checked. */
  checkedAt: z.number().nullable(),
  /** See `stateOf`. */
  state: z.string(),
})

const sealOf = (path: string): string => `${path}-sealed`
const putBackOf = (path: string): string => `${path}-put-back`

/** Changes with every write to the file, whoever writes. */
function stateOf(path: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true })
  return [ino, size, mtimeNs, ctimeNs].join()
}

/**
 * Notes what a database looks like that we just closed in good order, so that the next start needn't read all of it.
 * Without a seal, which may be refused by the disk, it is read; so is one with a `checkedAt` of null.
 */
export function sealDatabase(
  path: string,
  note: { readonly version: string; readonly checkedAt: number | null },
): void {
  try {
    // A log that couldn't be folded in has commits that this file hasn't.
    if (existsSync(`${path}-wal`)) return
    // A time that no clock gives again: a write right after this one can't leave the same behind.
    utimesSync(path, new Date(), new Date(Date.now() - 1000))
    writeFileSync(sealOf(path), JSON.stringify({ ...note, state: stateOf(path) }), { mode: 0o600 })
  } catch {
    removeSeal(path)
  }
}

function removeSeal(path: string): void {
  try {
    rmSync(sealOf(path), { force: true })
  } catch {
    // An older one fits nothing any more.
  }
}

/** Without the time of the last change: a change of rights alone moves that. */
const identityIn = (state: string): string => state.slice(0, state.lastIndexOf(','))

/**
 * False if the file surely isn't what our last run left: it was put back from a copy, or belongs to a copied profile. Call
 * it before the seal is broken. A run that was killed leaves its log, whatever it was doing: such a file is taken for ours
 * by its mark, wherever it is. Without a log and a seal, which the disk may have refused or a start that failed may have
 * broken, it is ours if it still is the file that was closed; otherwise it was put in the place of one. What was noted of
 * an earlier start still holds.
 */
export function isAsWeLeftIt(path: string): boolean {
  if (!existsSync(path)) return true
  if (existsSync(putBackOf(path))) return false
  if (existsSync(`${path}-wal`)) return hasOurMark(path)
  try {
    const { state } = sealSchema.parse(JSON.parse(readFileSync(sealOf(path), 'utf8')))
    return identityIn(state) === identityIn(stateOf(path))
  } catch {
    return wasClosedByUs(path)
  }
}

/** Notes that a file isn't as we left it, before it is opened: after a kill it would be taken for ours. */
export function notePutBack(path: string): void {
  try {
    writeFileSync(putBackOf(path), '', { mode: 0o600, flush: true })
  } catch {
    // On a full disk this start still knows it.
  }
}

/** It is ours from now on. */
export function forgetPutBack(path: string): void {
  try {
    rmSync(putBackOf(path), { force: true })
  } catch {
    // The next start asks once more.
  }
}

/**
 * Breaks the seal, before the database is opened: it says nothing about what happens from then on. Returns when the
 * database was last read whole if it was closed in good order by this version and nobody has written to it since; null
 * if it has to be read now.
 */
export function breakSeal(
  path: string,
  { version, now }: { readonly version: string; readonly now: number },
) {
  try {
    const seal = sealSchema.parse(JSON.parse(readFileSync(sealOf(path), 'utf8')))
    rmSync(sealOf(path))
    if (seal.checkedAt === null) return null
    const age = now - seal.checkedAt
    const isTrusted = seal.version === version && age >= 0 && age < trustMs && seal.state === stateOf(path)
    return isTrusted && !existsSync(`${path}-wal`) ? seal.checkedAt : null
  } catch {
    return null
  }
}
