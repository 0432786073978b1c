import { link, open, rename, rm } from './drive'
import { systemCode } from './systemCode'

/**
 * Gives a file of ours a name beside it, on the same file system. False if something has that name: nothing is ever
 * replaced. The file may keep its first name, too.
 */
export async function claimName(temp: string, path: string): Promise<boolean> {
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
