import { isAbsolute, relative, sep } from 'node:path'

/** Whether a path is inside a folder, and isn't that folder. */
export function isInside(inner: string, outer: string): boolean {
  const way = relative(outer, inner)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
