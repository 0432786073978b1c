import { parse } from 'node:path'
import { claimName } from '../claimedName'
import { lstat, rename, unlink } from '../drive'
import { digestOf } from '../filePieces'
import { isAbsence } from '../library/libraryFolders'
import { openPlain, type Part, refuseExchanged } from '../plainFile'
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
 * Never overwrites. If the place already has these very bytes, a kill came after an earlier attempt, and they stay. Throws
 * `ESTALE` if something else was put under the name that it had.
 */
export async function placeFile(part: WrittenPart, wanted: string): Promise<PlacedFile> {
  for (let number = 1; ; number++) {
    const path = number === 1 ? wanted : numbered(wanted, number)
    const isNamed = await claimName(part.temp, path, () => refuseExchanged(part.file, part.temp))
    if (!isNamed && !(await isSame(part, path))) continue
    // It may only have its new name by now.
    await unlink(part.temp).catch((problem: unknown) => {
      if (!isAbsence(problem)) throw problem
    })
    return await asPlaced(part, path)
  }
}

/** Puts it in the place of a file that was ours a moment ago. Throws as `placeFile`. */
export async function replaceFile(part: WrittenPart, path: string): Promise<PlacedFile> {
  await refuseExchanged(part.file, part.temp)
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

function numbered(path: string, number: number): string {
  const { dir, name, ext } = parse(path)
  return `${dir}/${name} (${number})${ext}`
}

async function isSame({ file, sha256 }: WrittenPart, path: string): Promise<boolean> {
  const there = await openPlain(path)
  if (there === null) return false
  try {
    return (await file.stat()).size === there.found.size && (await digestOf(there.file)) === sha256
  } finally {
    await there.file.close()
  }
}
