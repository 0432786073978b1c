import { extname } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import { fileFormatOf, fileSignatureBytes } from '@shared/model/fileSignature'
import { piecesOf } from '../filePieces'
import { extensions, slugOf } from '../library/imageName'
import { beginningOf, openPlain } from '../plainFile'
import type { KeptFile } from '../queue/views/keptFiles'
import { saveFile } from '../replaceFile'
import { isFileProblem } from '../storageProblem'

/** Throws AppFailure `imageLost` for what isn't there any more. */
async function needed<T>(found: Promise<T | null>): Promise<T> {
  const there = await found.catch((cause: unknown) => {
    throw isFileProblem(cause) ? new AppFailure(appError('imageLost'), { cause }) : cause
  })
  if (there === null) throw new AppFailure(appError('imageLost'))
  return there
}

/**
 * The name under which a file is offered that came instead of an image. Its bytes decide how it ends: `.bin` if they
 * aren't known. Throws AppFailure `imageLost`.
 */
export async function keptFileName({ path, prompt, index, at }: KeptFile): Promise<string> {
  const head = await needed(beginningOf(path, fileSignatureBytes))
  const format = fileFormatOf(head)
  const ending = format === null ? extname(path) : `.${extensions[format]}`
  return `${slugOf(prompt)}-${index + 1}${at === 0 ? '' : `-${at + 1}`}${ending}`
}

/**
 * Copies it as it came, all of it or nothing, over what is there: the user was asked. Throws AppFailure `imageLost` and
 * `folderUnwritable`, and `fileChangedMeanwhile` if that isn't what is there any more.
 */
export async function saveKeptFile({ path }: KeptFile, to: string): Promise<void> {
  const { file } = await needed(openPlain(path))
  try {
    await saveFile(to, piecesOf(file))
  } finally {
    await file.close()
  }
}
