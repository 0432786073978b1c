import { closeSync } from 'node:fs'
import { mountFuse, unmount } from './fuseMount'

/** A folder whose file system does not answer, as that of a network drive that is away. */
export interface SilentDrive {
  /** Lets whoever waits for it go, with an error. May be called again. */
  unmount(): void
}

/** Mounts a file system nobody serves on an empty folder; says why not when this machine allows none. */
export function mountSilentDrive(folder: string): SilentDrive | { readonly refused: string } {
  const mounted = mountFuse(folder, 'silent')
  if ('refused' in mounted) return mounted
  let isMounted = true
  return {
    unmount() {
      if (!isMounted) return
      isMounted = false
      closeSync(mounted.device)
      unmount(folder)
    },
  }
}
