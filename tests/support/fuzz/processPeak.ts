import { readFileSync } from 'node:fs'

/**
 * Peak memory of a process in MiB, as the system reports it; 0 once it is gone, or where nothing reports it.
 */
export function peakMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
