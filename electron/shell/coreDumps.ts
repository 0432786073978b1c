import { execFile } from 'node:child_process'

/**
 * A core dump would contain the API key, so from now on Linux writes none for this process. On other systems none are
 * written unless the person asks for them. If the tool is missing or refuses, nothing changes.
 */
export function refuseCoreDumps(): void {
  if (process.platform !== 'linux') return
  execFile('prlimit', [`--pid=${process.pid}`, '--core=0:0'], () => undefined)
}
