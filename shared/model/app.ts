import { z } from 'zod'
import { appErrorSchema } from '../errors'
import { connectionSchema } from './connection'
import { libraryMoveSchema } from './libraryMove'
import { preferencesSchema } from './preferences'
import { upkeepSchema } from './upkeep'

/** Something about this computer the user must know until it is fixed or dismissed. */
export const noticeSchema = z.object({
  id: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  error: appErrorSchema,
  dismissible: z.boolean(),
})

/** Where a new key is kept: in the OS keychain, or in memory for as long as that is `locked` or `unavailable`. */
export const keyStoreSchema = z.enum(['keychain', 'locked', 'unavailable'])

/** What the window needs first. */
export const appSnapshotSchema = z.object({
  version: z.string(),
  platform: z.enum(['linux', 'darwin', 'win32']),
  /** Versions for the about panel and diagnostics, `{electron: '33.2.1', …}`. */
  runtime: z.record(z.string(), z.string()),
  preferences: preferencesSchema,
  /** Absolute path of the library folder in use, only for display. */
  libraryPath: z.string(),
  upkeep: upkeepSchema,
  /** The move of the library that goes on, or its result. */
  move: libraryMoveSchema.nullable(),
  connections: z.array(connectionSchema),
  notices: z.array(noticeSchema),
  keyStore: keyStoreSchema,
})

export type Notice = z.infer<typeof noticeSchema>
export type AppSnapshot = z.infer<typeof appSnapshotSchema>
export type Platform = AppSnapshot['platform']
