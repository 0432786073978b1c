import { basename } from 'node:path'
import { link, rename, rm, writeFile } from './drive'
import { readPlain } from './plainFile'
import { systemCode } from './systemCode'

/**
 * Gives a file of ours another name on the same file system, durably only once its folder is synced. False if something has
 * that name: nothing is ever replaced. The file may keep its first name, too. `check`: throws if the first name isn't that of
 * the file any more, where others may change that.
 */
export async function claimName(
  temp: string,
  path: string,
  check: () => Promise<unknown> = async () => undefined,
): Promise<boolean> {
  await check()
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
    await check()
    // Another program may have saved its own file there since: it isn't replaced either.
    if (!(await isClaim(temp, path))) return false
    await rename(temp, path)
    return true
  } catch (problem) {
    if (await isClaim(temp, path)) await rm(path, { force: true })
    throw problem
  }
}

const claimOf = (temp: string): string => `${basename(temp)}\n`

/** Whether a file is what an attempt claimed this name with; `isBegun`: or the beginning of that, even nothing of it. */
export async function isClaim(temp: string, path: string, { isBegun = false } = {}): Promise<boolean> {
  const claim = claimOf(temp)
  const text = await readPlain(path, Buffer.byteLength(claim)).catch(() => null)
  return text !== null && (isBegun ? claim.startsWith(text) : text === claim)
}

/** In bytes. The names of our temporary files are far shorter. */
const longestClaim = 128
const anyClaim = /^[\w.-]+\.part\n$/

/**
 * Whether a file is what any attempt claimed its name with: then a kill left it, and there is no file of that name yet.
 * `bytes`: its length, if that is known. Throws what the drive says.
 */
export async function isLeftClaim(path: string, bytes = 0): Promise<boolean> {
  return bytes <= longestClaim && anyClaim.test((await readPlain(path, longestClaim)) ?? '')
}

/**
 * Removes what a kill may have left of an attempt: the file beside its place, and its claim of a name. Returns whether the
 * claim was there.
 */
export async function discardClaim(temp: string, path: string): Promise<boolean> {
  await rm(temp, { force: true })
  const isLeft = await isClaim(temp, path)
  if (isLeft) await rm(path, { force: true })
  return isLeft
}
