import { dirname, parse } from 'node:path'
import { claimName, discardClaim } from '../claimedName'
import { lstat, rename, rm, unlink } from '../drive'
import { syncFolder } from '../durability'
import { digestOf } from '../filePieces'
import { isAbsence } from '../library/libraryFolders'
import { carryRights, type Part, refuseExchanged, withPlain } from '../plainFile'
import { cutName } from './naming/legalName'
import { type FileFacts, factsOf } from './unchangedFiles'

/** Its bytes are durable; `sha256` is theirs. */
export interface WrittenPart extends Part {
  readonly sha256: string
}

/** Where a file is now, as an absolute path, and what it is. */
export interface PlacedFile extends FileFacts {
  readonly path: string
}

/**
 * Gives a file its name, or the name with a number if that is taken by now; the name is durable once its folder is synced.
 * Never overwrites. If the place already has these very bytes, a kill came after an earlier attempt, and they stay; `isNew`:
 * that isn't so. Throws `ESTALE` if something else was put under the name that it had.
 */
export async function placeFile(
  part: WrittenPart,
  wanted: string,
): Promise<PlacedFile & { readonly isNew: boolean }> {
  for (let number = 1; ; number++) {
    const path = number === 1 ? wanted : numbered(wanted, number)
    const isNamed = await claimName(part.temp, path, () => refuseExchanged(part.file, part.temp))
    if (!isNamed && !(await isSame(part, path))) continue
    // It may only have its new name by now.
    await unlink(part.temp).catch((problem: unknown) => {
      if (!isAbsence(problem)) throw problem
    })
    return { ...(await asPlaced(part, path)), isNew: isNamed }
  }
}

/**
 * The file that `placeFile` gave that name before a kill, by its bytes; the part is gone then. Null if there is none. Throws
 * as `placeFile`.
 */
export async function findPlaced(part: WrittenPart, wanted: string): Promise<PlacedFile | null> {
  for await (const path of takenNames(wanted)) {
    if (!(await isSame(part, path))) continue
    await unlink(part.temp)
    return await asPlaced(part, path)
  }
  return null
}

/**
 * Removes what a kill may have left of `placeFile`, durably: for a file that failed nobody looks again, and a loss of power
 * would bring it back.
 */
export async function discardPlacing(temp: string, wanted: string): Promise<void> {
  const isThere = await lstat(temp).then(
    () => true,
    (problem: unknown) => {
      if (!isAbsence(problem)) throw problem
      return false
    },
  )
  await rm(temp, { force: true })
  let isRemoved = isThere
  for await (const path of takenNames(wanted)) isRemoved = (await discardClaim(temp, path)) || isRemoved
  if (isRemoved) await syncFolder(dirname(temp))
}

/** A name and those with a number behind it, as long as something has them: only then the next one is tried. */
export async function* takenNames(wanted: string): AsyncGenerator<string> {
  for (let number = 1; ; number++) {
    const path = number === 1 ? wanted : numbered(wanted, number)
    const found = await lstat(path).catch((problem: unknown) => {
      if (!isAbsence(problem)) throw problem
      return null
    })
    if (found === null) return
    yield path
  }
}

/**
 * Puts it in the place of a file that is ours, with the rights of that. Null if it isn't: `isOurs` is asked last, for another
 * program may save there at any moment. Throws as `placeFile`.
 */
export async function replaceFile(
  part: WrittenPart,
  path: string,
  isOurs: () => Promise<boolean>,
): Promise<PlacedFile | null> {
  await carryRights(part.file, path)
  await refuseExchanged(part.file, part.temp)
  if (!(await isOurs())) return null
  await rename(part.temp, path)
  return await asPlaced(part, path)
}

/**
 * Makes sure that the name is its own now: the moment between the last look and the name is enough for someone. On some
 * network drives each name of a file has a number of its own, so there its bytes tell.
 */
async function asPlaced(part: WrittenPart, path: string): Promise<PlacedFile> {
  const found = await refuseExchanged(part.file, path).catch(async (failure: unknown) => {
    if (!(await isSame(part, path))) throw failure
    return await lstat(path)
  })
  return { path, ...factsOf(found) }
}

/** Bytes that a name may have on every system, encrypted home folders included. */
const safeBytes = 143

/** Never longer than the name it had, or than any system accepts. */
function numbered(path: string, number: number): string {
  const { dir, base, name, ext } = parse(path)
  const end = ` (${number})${ext}`
  const longest = Math.max(safeBytes, Buffer.byteLength(base))
  return `${dir}/${cutName(name, name.length, longest - Buffer.byteLength(end))}${end}`
}

async function isSame({ file, sha256 }: WrittenPart, path: string): Promise<boolean> {
  const isIt = await withPlain(
    path,
    async (there) => (await file.stat()).size === there.found.size && (await digestOf(there.file)) === sha256,
  )
  return isIt === true
}
