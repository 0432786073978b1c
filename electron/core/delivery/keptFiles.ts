import { randomBytes } from 'node:crypto'
import { dirname, extname, join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import { fileFormatOf, fileSignatureBytes } from '@shared/model/fileSignature'
import { realpath, rename, rm } from '../drive'
import { syncFile, syncFolder } from '../durability'
import { extensions, slugOf } from '../library/imageName'
import { beginningOf, copyPlain } from '../plainFile'
import type { KeptFile } from '../queue/views/keptFiles'

/**
 * The name under which a file is offered that came instead of an image. Its bytes decide how it ends: `.bin` if they
 * aren't known. Throws AppFailure `imageLost`.
 */
export async function keptFileName({ path, prompt, index }: KeptFile): Promise<string> {
  const head = await beginningOf(path, fileSignatureBytes).catch((cause: unknown) => {
    throw new AppFailure(appError('imageLost'), { cause })
  })
  const format = fileFormatOf(head)
  const ending = format === null ? extname(path) : `.${extensions[format]}`
  return `${slugOf(prompt)}-${index + 1}${ending}`
}

/** Copies it as it came, all of it or nothing, over what is there: the user was asked. Throws AppFailure `folderUnwritable`. */
export async function saveKeptFile({ path }: KeptFile, to: string): Promise<void> {
  const target = await realpath(to).catch(() => to)
  const folder = dirname(target)
  const part = join(folder, `.cyanotype-${randomBytes(8).toString('hex')}.part`)
  try {
    await copyPlain(path, part)
    await syncFile(part)
    await rename(part, target)
    await syncFolder(folder)
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined)
    throw new AppFailure(appError('folderUnwritable', { params: { folder }, retry: 'free' }), { cause })
  }
}
