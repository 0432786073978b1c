import { parse } from 'node:path'
import { claimName } from '../claimedName'
import { lstat, rename, unlink } from '../drive'
import { fileDigest } from '../library/fileDigest'
import { isAbsence } from '../library/libraryFolders'

/**
 * Gives a file that was written durably beside its place its name there, or the name with a number if that is taken by
 * now; the name is durable once its folder is synced. Never overwrites. If the place already has these very bytes, a kill
 * came after an earlier attempt, and they stay. Returns the path it has.
 */
export async function placeFile(temp: string, wanted: string): Promise<string> {
  for (let number = 1; ; number++) {
    const path = number === 1 ? wanted : numbered(wanted, number)
    if (!(await claimName(temp, path)) && !(await isSame(temp, path))) continue
    // It may only have its new name by now.
    await unlink(temp).catch((problem: unknown) => {
      if (!isAbsence(problem)) throw problem
    })
    return path
  }
}

/**
 * Puts it in the place of a file that is ours; beside it if that isn't so right before the rename. Returns the path it
 * has.
 */
export async function replaceFile(
  temp: string,
  path: string,
  isOurs: () => Promise<boolean>,
): Promise<string> {
  if (!(await isOurs())) return placeFile(temp, path)
  await rename(temp, path)
  return path
}

function numbered(path: string, number: number): string {
  const { dir, name, ext } = parse(path)
  return `${dir}/${name} (${number})${ext}`
}

async function isSame(temp: string, path: string): Promise<boolean> {
  const [ours, there] = await Promise.all([lstat(temp), lstat(path)])
  if (!there.isFile() || ours.size !== there.size) return false
  const [one, other] = await Promise.all([fileDigest(temp), fileDigest(path)])
  return one.sha256 === other.sha256
}
