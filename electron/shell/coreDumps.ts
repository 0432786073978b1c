import { execFile } from 'node:child_process'

/**
 * A core dump would hold the API key: Linux writes none of this process from now on. Elsewhere none are written unless
 * the person asks for them, and where the system has no such tool, or refuses, it stays as it was.
 */
export function refuseCoreDumps(): void {
  if (process.platform !== 'linux') return
  execFile('prlimit', [`--pid=${process.pid}`, '--core=0:0'], () => undefined)
}
