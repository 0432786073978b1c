import { readFileSync } from './drive'

/** Memory that a process uses, in bytes, as Linux reports it; null on other systems, and if the process is gone. */
export function residentMemory(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== 'linux') return null
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}
