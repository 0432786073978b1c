import { dirname, join } from 'node:path'
import { type AppError, AppFailure, appError, type ErrorCode } from '@shared/errors'
import { type FileFormat, isImageFormat } from '@shared/model/image'
import { fewImages, type ImageSelection } from '@shared/model/imageSelection'
import { formatOf, signatureBytes } from '@shared/model/imageSignature'
import { isLeft } from '@shared/model/leftFile'
import { copyEdgeMaximum } from '@shared/processes/imaging'
import { lstat, readFile, rm } from '../drive'
import { newId } from '../ids'
import { beginningOf } from '../plainFile'
import type { Clock } from '../ports'
import { late, within } from '../within'
import { type FolderGates, silence } from './folderGates'
import type { ImageLists } from './imageLists'
import { extensions, isNamedAs } from './imageName'
import type { ImageFile, ImageRows } from './imageRows'
import { hopeless, type Imaging } from './imaging'
import type { LibraryFolders } from './libraryFolders'
import type { Originals } from './originals'
import type { Thumbnails } from './thumbnails'

/** 8,192 x 4,096. The system's clipboard holds the pixels of all programs in memory, several times over. */
const pixelMaximum = 33_554_432

/** Milliseconds that a user who drags may wait for an icon. */
const iconMs = 300

export function createOriginals(deps: {
  readonly rows: Pick<ImageRows, 'file' | 'details'>
  readonly lists: Pick<ImageLists, 'selected'>
  readonly folders: Pick<LibraryFolders, 'all' | 'path' | 'locate'>
  readonly gates: Pick<FolderGates, 'ask'>
  readonly imaging: Pick<Imaging, 'inspect' | 'thumbnail' | 'provenance'>
  readonly thumbnails: Pick<Thumbnails, 'icon'>
  readonly clock: Pick<Clock, 'now' | 'limit'>
  /** The profile folder. */
  readonly profile: string
}): Originals {
  const { rows, lists, folders, gates, imaging, thumbnails, clock, profile } = deps

  /** Null if the file isn't there. */
  async function asked<T>(path: string, file: string, ask: () => Promise<T>): Promise<T | null> {
    const folder = isLeft(file)
      ? dirname(path)
      : folders.all().find((one) => folders.path(one, file) === path)
    if (folder === undefined) return null
    const found = await gates.ask(folder, () => ask().catch(() => null))
    if (found === silence)
      throw new AppFailure(appError('librarySilent', { params: { folder }, retry: 'free' }))
    return found
  }

  async function bytesOf(path: string, file: string): Promise<number | null> {
    const found = await asked(path, file, () => lstat(path))
    return found === null || !found.isFile() ? null : found.size
  }

  async function whole(id: string, row: ImageFile | null): Promise<string> {
    const path = row === null ? null : await folders.locate(row)
    const bytes = row === null || path === null ? null : await bytesOf(path, row.file)
    if (row === null || path === null || bytes === null) throw failure('imageLost', { id })
    if (bytes < row.bytes && row.outside !== 'changed' && !(await isEdited(path, row)))
      throw failure('fileShort', { id })
    return path
  }

  /** Since the last check: a file that is cut short is no image any more. */
  async function isEdited(path: string, { format }: ImageFile): Promise<boolean> {
    const found = await imaging.inspect(path).catch((problem: unknown) => {
      if (problem instanceof AppFailure) return null
      throw problem
    })
    return isImageFormat(format) && found?.format === format
  }

  /** Of each image in turn; at least one. */
  async function filesOf(selection: ImageSelection) {
    const { total, images } = await lists.selected(selection)
    if (total > fewImages) throw failure('filesTooMany', { maximum: fewImages })
    const files: { readonly id: string; readonly path: string; readonly row: ImageFile | null }[] = []
    for await (const { imageId: id } of images()) {
      try {
        const row = rows.file(id)
        files.push({ id, row, path: await whole(id, row) })
      } catch (problem) {
        if (total === 1 || !(problem instanceof AppFailure)) throw problem
      }
    }
    if (files.length < total) throw failure('filesIncomplete', { missing: total - files.length, total })
    const [first] = files
    if (first === undefined) throw failure('imageLost')
    return { first, files, paths: files.map(({ path }) => path) }
  }

  /** What other programs would take for an image must be one by its bytes, whatever its row says. */
  async function refuseOthers({ files }: Awaited<ReturnType<typeof filesOf>>): Promise<void> {
    for (const { path, row } of files) {
      if (row === null) continue
      if (!isImageFormat(row.format)) throw notShown(row.format)
      const head = await asked(path, row.file, () => beginningOf(path, signatureBytes))
      if (head === null || formatOf(head) === null) throw failure('fileUnreadable')
    }
  }

  return {
    files: async (selection) => (await filesOf(selection)).paths,

    async verified(id) {
      const path = await whole(id, rows.file(id))
      const { format } = await imaging.inspect(path).catch(unreadable)
      if (!isImageFormat(format)) throw notShown(format)
      // The system opens it by its name.
      if (!isNamedAs(path, format)) throw failure('fileMisnamed', { ending: `.${extensions[format]}` })
      return path
    },

    async picture(id) {
      const row = rows.details(id)
      const path = await whole(id, rows.file(id))
      if (row !== null && !isImageFormat(row.format)) throw notShown(row.format)
      if (row === null || !row.decoded || row.width * row.height > pixelMaximum) throw failure('copyTooLarge')
      const copy = join(profile, `copied-${newId(clock.now())}.png`)
      try {
        await imaging
          .thumbnail(path, [{ path: copy, edge: copyEdgeMaximum, format: 'png' }])
          .catch(unreadable)
        return await readFile(copy)
      } finally {
        await rm(copy, { force: true })
      }
    },

    async account(id) {
      const row = rows.file(id)
      if (row !== null && !isImageFormat(row.format)) throw notShown(row.format)
      const path = await whole(id, row)
      return await imaging.provenance(path, { decode: row?.decoded === true }).catch(unreadable)
    },

    async dragged(selection) {
      const found = await filesOf(selection)
      await refuseOthers(found)
      const icon = await within(clock, iconMs, thumbnails.icon(found.first.id))
      return { paths: found.paths, icon: icon === late ? null : icon }
    },
  }
}

const failure = (code: ErrorCode, params: AppError['params'] = {}): AppFailure =>
  new AppFailure(appError(code, { params, retry: 'free' }))

/** It isn't handed to other programs as an image. */
const notShown = (format: FileFormat): AppFailure =>
  failure('formatNotShown', { format: format.toUpperCase() })

/** What the decoder says of the file of an image that was saved, in words for that. */
function unreadable(problem: unknown): never {
  const code = problem instanceof AppFailure ? problem.error.code : null
  if (code === 'imageTooLarge') throw failure('copyTooLarge')
  if (code !== null && hopeless.has(code)) throw failure('fileUnreadable')
  throw problem
}
