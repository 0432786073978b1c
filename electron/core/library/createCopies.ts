import { dirname } from 'node:path'
import { isLeft } from '@shared/model/leftFile'
import type { Database } from '../db/database'
import { lstat } from '../drive'
import { wholeTime } from '../fileTime'
import type { Copies, LostCopy } from './copies'
import { fileDigest } from './fileDigest'
import { silence } from './folderGates'
import { dayFolder, imageName } from './imageName'
import { libraryOf } from './imagePlacing'
import type { KnownFacts } from './knownFile'
import { isLeftThere } from './leftFiles'
import { isOwnFile } from './libraryFolders'
import type { LibraryGround } from './libraryGround'

interface CopyRow extends LostCopy, KnownFacts {}

const copiesMaximum = 100

const columns = `number, id, job_id AS jobId, position AS "index", file, format, sha256, substr(prompt, 1, 1000) AS prompt,
  created_at AS createdAt, outside, bytes, file_time AS fileTime`

export function createCopies(
  deps: Pick<LibraryGround, 'folders' | 'gates' | 'digests' | 'placing' | 'lanes' | 'inHand'> & {
    readonly db: Database
    /** Nobody waits any more for what is being read. */
    readonly signal: AbortSignal
  },
): Copies {
  const { db, folders, gates, digests, placing, lanes, inHand, signal } = deps

  /** Where an image's file is now; null for nowhere. Throws if that can't be known now. */
  async function placeNow(row: CopyRow): Promise<{ readonly path: string; readonly folder: string } | null> {
    const path = await folders.locate(row)
    if (path === null) return null
    const folder = isLeft(row.file) ? dirname(path) : ((await folders.holder(row)) ?? dirname(path))
    return { path, folder }
  }

  /**
   * Whether an image's file has its bytes now. They are read, for a file that was damaged, or edited by a program that hid
   * that, has the length and the time that it had. What can't be read isn't it; what nobody answers is unknown.
   */
  async function bytesNow(row: CopyRow): Promise<'its' | 'others' | 'none' | 'unknown'> {
    try {
      const place = await placeNow(row)
      if (place === null) return 'none'
      const found = await gates.ask(place.folder, () => lstat(place.path))
      if (found === silence) return 'unknown'
      if (found.size !== row.bytes) return 'others'
      const digest = (await digests(place.folder, [place.path], signal)).get(place.path)
      if (digest === undefined) return 'unknown'
      return digest?.sha256 === row.sha256 ? 'its' : 'others'
    } catch {
      return 'unknown'
    }
  }

  async function isAnyAway(): Promise<boolean> {
    for (const folder of folders.all()) {
      const look = await folders.lookForOwn(folder)
      if (look === 'unknown' || (look === 'absent' && folders.isKnown(folder))) return true
    }
    return false
  }

  /**
   * Whether an image has its file now, as the last check says nothing of what happened since: one that is lost, or has
   * other bytes by now, isn't there. What can't be known, and what may be in a library that is away, is.
   */
  async function look(row: CopyRow): Promise<'there' | 'lost' | 'changed'> {
    if (row.outside === 'missing') return 'lost'
    const bytes = await bytesNow(row)
    if (bytes === 'its' || bytes === 'unknown' || (!isLeft(row.file) && (await isAnyAway()))) return 'there'
    return bytes === 'none' ? 'lost' : 'changed'
  }

  return {
    hasSize: (bytes) =>
      db.get('SELECT 1 FROM images WHERE bytes = CAST(:bytes AS INTEGER) AND deleted_at IS NULL LIMIT 1', {
        bytes,
      }) !== undefined,

    isLeftThere: (path) => isLeftThere(db, path),

    async find({ bytes, sha256 }) {
      const rows = db.all<CopyRow>(
        `SELECT ${columns} FROM images WHERE bytes = CAST(:bytes AS INTEGER) AND sha256 = :sha256 AND deleted_at IS NULL
           AND outside IS NOT 'changed'
         ORDER BY number LIMIT ${copiesMaximum}`,
        { bytes, sha256 },
      )
      const lost = []
      for (const row of rows) {
        const found = await look(row)
        if (found === 'there') return found
        if (found === 'lost') lost.push(row)
      }
      return lost[0] ?? null
    },

    async lacking(id) {
      const row = db.get<CopyRow>(`SELECT ${columns} FROM images WHERE id = :id AND deleted_at IS NULL`, {
        id,
      })
      if (row === undefined) return null
      return (await folders.locate(row).catch(() => '')) === null ? row : null
    },

    async putBack(temp, { id, file, sha256, prompt, ...image }) {
      if (inHand.has(id)) return null
      inHand.add(id)
      try {
        const library = libraryOf(temp)
        const place = isLeft(file)
          ? `${dayFolder(image.createdAt)}/${imageName({ ...image, words: prompt })}`
          : file
        return await lanes.run(library, async () => {
          const path = folders.path(library, place)
          const isPut = await placing.putBack(temp, place)
          // A kill may have come after it was put there.
          if (!isPut && !(await isOwnFile(library, place))) return null
          if (!isPut && (await fileDigest(path)).sha256 !== sha256) return null
          return { file: place, fileTime: wholeTime((await lstat(path)).mtimeMs) }
        })
      } finally {
        inHand.delete(id)
      }
    },

    regain: ({ number, file }, { file: to, fileTime }) =>
      db.run(
        `UPDATE images SET file = :to, outside = NULL, file_time = :fileTime, unrecorded = 1
         WHERE number = :number AND file = :file AND deleted_at IS NULL`,
        { number, file, to, fileTime },
      ) > 0,
  }
}
