/** Characters: no system has longer paths. */
const longest = 32_767

/** Absolute, and with no part that leads back up. */
const ofPosix = /^(?:\/(?!\.{1,2}(?:\/|$))[^/\0]+)+$/
const ofWindows = /^[A-Za-z]:(?:\\(?!\.{1,2}(?:\\|$))[^\\/:\0]+)+$/

/**
 * Where an image may lie that was left where it was, outside every library: on a drive of this computer, or of another
 * one. No address of a network: only asking for it would tell others who asks.
 */
export const isLeftPath = (path: string): boolean =>
  path.length <= longest && (ofPosix.test(path) || ofWindows.test(path))

/** Whether an image was left where it was. Any other is inside a library, where no path has these characters. */
export const isLeft = (file: string): boolean => file.startsWith('/') || file.includes('\\')
