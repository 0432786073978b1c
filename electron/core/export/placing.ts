import { basename, dirname, parse } from 'node:path'
import { link, lstat, rename, rm, writeFile } from '../drive'
import { syncFile, syncFolder } from '../durability'
import { fileDigest } from '../library/fileDigest'
import { readPlain } from '../plainFile'
import { systemCode } from '../systemCode'

/**
 * Gives a file that was written beside its place its name there, durably, or the name with a number if that is taken by
 * now. Never overwrites. If the place already has these very bytes, a kill came after an earlier attempt, and they stay.
 * Returns the path it has.
 */
export async function placeFile(temp: string, wanted: string): Promise<string> {
  await syncFile(temp)
  for (let number = 1; ; number++) {
    const path = number === 1 ? wanted : numbered(wanted, number)
    if (!(await claimed(temp, path)) && !(await isSame(temp, path))) continue
    await rm(temp, { force: true })
    await syncFolder(dirname(path))
    return path
  }
}

/** Puts it in the place of a file that is ours. Returns the path. */
export async function replaceFile(temp: string, path: string): Promise<string> {
  await syncFile(temp)
  await rename(temp, path)
  await syncFolder(dirname(path))
  return path
}

function numbered(path: string, number: number): string {
  const { dir, name, ext } = parse(path)
  return `${dir}/${name} (${number})${ext}`
}

/** False if something has the name. */
async function claimed(temp: string, path: string): Promise<boolean> {
  try {
    await link(temp, path)
    return true
  } catch (problem) {
    if (systemCode(problem) === 'EEXIST' && !(await isClaim(temp, path))) return false
  }
  // Many file systems know no second names: a file that says whose it is claims this one, and the rename replaces that.
  try {
    await writeFile(path, claimOf(temp), { flag: 'wx' })
  } catch (problem) {
    if (systemCode(problem) !== 'EEXIST') {
      // There was room for the name, but not for what it says.
      if (await isClaim(temp, path, { isBegun: true })) await rm(path, { force: true })
      throw problem
    }
    // A kill may have come between this and the rename.
    if (!(await isClaim(temp, path))) return false
  }
  try {
    await rename(temp, path)
    return true
  } catch (problem) {
    await rm(path, { force: true })
    throw problem
  }
}

const claimOf = (temp: string): string => `${basename(temp)}\n`

/** Whether a file is what an attempt claimed this name with; `isBegun`: or the beginning of that, even nothing of it. */
async function isClaim(temp: string, path: string, { isBegun = false } = {}): Promise<boolean> {
  const claim = claimOf(temp)
  const text = await readPlain(path, Buffer.byteLength(claim)).catch(() => null)
  return text !== null && (isBegun ? claim.startsWith(text) : text === claim)
}

/** Removes what a kill may have left of an attempt: the file beside its place, and its claim of a name. */
export async function discardFile(temp: string, path: string): Promise<void> {
  await rm(temp, { force: true })
  if (await isClaim(temp, path)) await rm(path, { force: true })
}

async function isSame(temp: string, path: string): Promise<boolean> {
  const [ours, there] = await Promise.all([lstat(temp), lstat(path)])
  if (!there.isFile() || ours.size !== there.size) return false
  const [one, other] = await Promise.all([fileDigest(temp), fileDigest(path)])
  return one.sha256 === other.sha256
}
