import { isLeft } from '@shared/model/leftFile'
import type { Database } from '../db/database'
import { lstat } from '../drive'
import type { Copies, LostCopy } from './copies'
import { fileDigest } from './fileDigest'
import { dayFolder, imageName } from './imageName'
import { libraryOf } from './imagePlacing'
import type { KnownFacts } from './knownFile'
import { isLeftThere } from './leftFiles'
import { isOwnFile } from './libraryFolders'
import type { LibraryGround } from './libraryGround'

interface CopyRow extends LostCopy, KnownFacts {}

const copiesMaximum = 100

export function createCopies(
  deps: Pick<LibraryGround, 'folders' | 'placing' | 'lanes' | 'inHand'> & { readonly db: Database },
): Copies {
  const { db, folders, placing, lanes, inHand } = deps

  /** A left file is looked for at once: nothing else tells before the next check. In a library, its folder may be away. */
  async function isLost(row: CopyRow): Promise<boolean> {
    if (row.outside === 'missing') return true
    return isLeft(row.file) && (await folders.locate(row).catch(() => '')) === null
  }

  return {
    hasSize: (bytes) =>
      db.get('SELECT 1 FROM images WHERE bytes = CAST(:bytes AS INTEGER) AND deleted_at IS NULL LIMIT 1', {
        bytes,
      }) !== undefined,

    isLeftThere: (path) => isLeftThere(db, path),

    async find({ bytes, sha256 }) {
      const rows = db.all<CopyRow>(
        `SELECT number, id, job_id AS jobId, position AS "index", file, format, sha256, substr(prompt, 1, 1000) AS prompt,
           created_at AS createdAt, outside, bytes, file_time AS fileTime
         FROM images WHERE bytes = CAST(:bytes AS INTEGER) AND sha256 = :sha256 AND deleted_at IS NULL
           AND outside IS NOT 'changed'
         ORDER BY number LIMIT ${copiesMaximum}`,
        { bytes, sha256 },
      )
      const lost = []
      for (const row of rows) {
        if (!(await isLost(row))) return 'there'
        lost.push(row)
      }
      return lost[0] ?? null
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
          return { file: place, fileTime: Math.floor((await lstat(path)).mtimeMs) }
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
