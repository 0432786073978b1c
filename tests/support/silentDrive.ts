import { closeSync } from 'node:fs'
import { mountFuse, unmount } from './fuseMount'

/** A folder whose file system does not respond, like that of a disconnected network drive. */
export interface SilentDrive {
  /** Releases everything waiting for it, with an error. May be called again. */
  unmount(): void
}

/**
 * Mounts a file system that nothing serves on an empty folder; returns the reason when this machine allows
 * none.
 */
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
