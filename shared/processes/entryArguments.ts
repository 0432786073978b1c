/**
 * What V8 is told when one of the app's own entries is started in a process of its own. The heap of `tables` is bounded,
 * in megabytes: pasted text and one long cell fit, a file that grows without end does not take the computer with it.
 */
export const entryArguments = {
  imaging: [],
  demo: [],
  backup: [],
  tables: ['--max-old-space-size=768', '--max-semi-space-size=2'],
} as const

/** The app's own entries that run in a process of their own. */
export type EntryName = keyof typeof entryArguments
