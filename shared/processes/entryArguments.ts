/**
 * Options for V8 when one of the app's entries is started in its own process. The heap of `tables` is limited, in
 * megabytes: pasted text and one long cell fit, but an endlessly growing file doesn't take the computer down with it.
 */
export const entryArguments = {
  imaging: [],
  demo: [],
  backup: [],
  tables: ['--max-old-space-size=768', '--max-semi-space-size=2'],
} as const

/**
 * Added to the environment of each. Decoders use many threads, and glibc keeps an arena of memory for each of them: after
 * thousands of images that adds up to hundreds of megabytes.
 */
export const entryEnvironment = {
  imaging: { MALLOC_ARENA_MAX: '2' },
  demo: {},
  backup: {},
  tables: {},
} as const

/** The app's entries that run in their own process. */
export type EntryName = keyof typeof entryArguments
