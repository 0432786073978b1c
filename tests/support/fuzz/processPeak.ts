import { readFileSync } from 'node:fs'

/** The most memory that a process ever had in MiB, as the system saw it; 0 once it is gone, or where nobody tells. */
export function peakMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
