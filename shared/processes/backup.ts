import { z } from 'zod'

/**
 * Sent by the backup process. It is given two absolute paths: a database that isn't written to in the meantime, and the
 * copy to make, which must not exist yet. The process that started it ends it, and removes a failed copy.
 */
export const backupMessageSchema = z.discriminatedUnion('kind', [
  /** Every byte has been read: the database may be written to again. */
  z.object({ kind: z.literal('copied') }),
  /** The copy is durable, one file, and its structure is sound. */
  z.object({ kind: z.literal('checked') }),
  /** `cause`: the system's code, for example `ENOSPC`, or `unsound`. */
  z.object({ kind: z.literal('failed'), cause: z.string() }),
])

export type BackupMessage = z.infer<typeof backupMessageSchema>
