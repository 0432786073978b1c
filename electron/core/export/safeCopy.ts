import { randomBytes } from 'node:crypto'
import { join, parse } from 'node:path'
import { constants, copyFile, open, rename, rm } from '../drive'
import { systemCode } from '../systemCode'

/**
 * Copies a file into a folder under this name, or as `name (2).png` and so on if that is taken. Never overwrites, and
 * never leaves a partial file. The copy is made beside its place, an empty file of ours claims the name, and the rename
 * replaces that. Returns the name used.
 */
export async function copyBeside(source: string, folder: string, name: string): Promise<string> {
  const temp = join(folder, `.cyanotype-${randomBytes(8).toString('hex')}.part`)
  try {
    await copyFile(source, temp, constants.COPYFILE_EXCL)
    const claimed = await claim(folder, name)
    try {
      await rename(temp, join(folder, claimed))
    } catch (problem) {
      await rm(join(folder, claimed), { force: true })
      throw problem
    }
    return claimed
  } catch (problem) {
    await rm(temp, { force: true })
    throw problem
  }
}

async function claim(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = parse(name)
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${stem} (${number})${ext}`
    try {
      await (await open(join(folder, candidate), 'wx')).close()
      return candidate
    } catch (problem) {
      if (systemCode(problem) !== 'EEXIST') throw problem
    }
  }
}
