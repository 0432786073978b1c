import { z } from 'zod'

/**
 * Told by the backup process. It is given the path of a database that is not written to meanwhile, and that of the copy
 * it makes; both are absolute, and nothing is at the second. Whoever started it ends it, and removes a copy that failed.
 */
export const backupMessageSchema = z.discriminatedUnion('kind', [
  /** Every byte has been read: the database may be written to again. */
  z.object({ kind: z.literal('copied') }),
  /** The copy is durable, one file, and its structure is sound. */
  z.object({ kind: z.literal('checked') }),
  /** `cause`: the system's code, `ENOSPC` for example, or `unsound`. */
  z.object({ kind: z.literal('failed'), cause: z.string() }),
])

export type BackupMessage = z.infer<typeof backupMessageSchema>
