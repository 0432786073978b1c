import { dirname, parse } from 'node:path'
import { link, lstat, open, rename, rm } from '../drive'
import { syncFile, syncFolder } from '../durability'
import { fileDigest } from '../library/fileDigest'
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
    if (systemCode(problem) === 'EEXIST') return false
  }
  // Many file systems know no second names: an empty file of ours claims this one, and the rename replaces that.
  try {
    await (await open(path, 'wx')).close()
  } catch (problem) {
    if (systemCode(problem) === 'EEXIST') return false
    throw problem
  }
  try {
    await rename(temp, path)
    return true
  } catch (problem) {
    await rm(path, { force: true })
    throw problem
  }
}

async function isSame(temp: string, path: string): Promise<boolean> {
  const [ours, there] = await Promise.all([lstat(temp), lstat(path)])
  if (!there.isFile() || ours.size !== there.size) return false
  const [one, other] = await Promise.all([fileDigest(temp), fileDigest(path)])
  return one.sha256 === other.sha256
}
