import { z } from 'zod'
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from '../../drive'

/**
 * How long a database that was read whole is trusted while only we write to it, in milliseconds: two days, so that one of
 * the three daily copies is older than any damage that is found then.
 */
const trustMs = 2 * 24 * 60 * 60 * 1000

const sealSchema = z.object({
  /** Of the app: another one may have other rules for rows. */
  version: z.string(),
  /** When every row was last checked, milliseconds since the epoch. */
  checkedAt: z.number(),
  /** See `stateOf`. */
  state: z.string(),
})

const sealOf = (path: string): string => `${path}-sealed`

/** Changes with every write to the file, whoever writes. */
function stateOf(path: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true })
  return [ino, size, mtimeNs, ctimeNs].join()
}

/**
 * Notes what a database looks like that we just closed in good order, so that the next start needn't read all of it.
 * Without a seal, which may be refused by the disk, it is read.
 */
export function sealDatabase(
  path: string,
  note: { readonly version: string; readonly checkedAt: number },
): void {
  try {
    // A log that couldn't be folded in has commits that this file hasn't.
    if (existsSync(`${path}-wal`)) return
    // A time that no clock gives again: a write right after this one can't leave the same behind.
    utimesSync(path, new Date(), new Date(Date.now() - 1000))
    writeFileSync(sealOf(path), JSON.stringify({ ...note, state: stateOf(path) }), { mode: 0o600 })
  } catch {
    rmSync(sealOf(path), { force: true })
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
    const age = now - seal.checkedAt
    const isTrusted = seal.version === version && age >= 0 && age < trustMs && seal.state === stateOf(path)
    return isTrusted && !existsSync(`${path}-wal`) ? seal.checkedAt : null
  } catch {
    return null
  }
}
