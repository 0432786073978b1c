import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

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
  let device: number
  try {
    device = openSync('/dev/fuse', 'r+')
  } catch (problem) {
    return { refused: String(problem) }
  }
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0'
  const mounted = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'silent', folder], {
    stdio: ['ignore', 'ignore', 'pipe', device],
    encoding: 'utf8',
  })
  if (mounted.status !== 0) {
    closeSync(device)
    return { refused: mounted.error?.message ?? mounted.stderr.trim() }
  }
  let isMounted = true
  return {
    unmount() {
      if (!isMounted) return
      isMounted = false
      // Without its device it answers every call with an error; then nothing keeps it mounted.
      closeSync(device)
      spawnSync('umount', ['-l', folder])
    },
  }
}
