import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/**
 * Mounts a file system on an empty folder that is served by whoever reads the kernel's requests from the device and
 * writes the answers; says why not when this machine allows none. Without its device it answers everybody with an error.
 */
export function mountFuse(
  folder: string,
  name: string,
): { readonly device: number } | { readonly refused: string } {
  let device: number
  try {
    device = openSync('/dev/fuse', 'r+')
  } catch (problem) {
    return { refused: String(problem) }
  }
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0'
  const mounted = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, name, folder], {
    stdio: ['ignore', 'ignore', 'pipe', device],
    encoding: 'utf8',
  })
  if (mounted.status === 0) return { device }
  closeSync(device)
  return { refused: mounted.error?.message ?? mounted.stderr.trim() }
}

/** Lazily: whoever still has a file open there does not keep anybody from the end. */
export function unmount(folder: string): void {
  spawnSync('umount', ['-l', folder])
}
