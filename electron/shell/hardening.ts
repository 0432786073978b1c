import { execFile } from 'node:child_process'
import { url as inspectorUrl } from 'node:inspector'
import type { App } from 'electron'
import type { Logger } from '../core/ports'

/** With these switches Chromium lets another program into the page. There is no fuse against them. */
const switches = ['remote-debugging-port', 'remote-debugging-pipe'] as const

/**
 * Removes Chromium's debugging switches, so that nobody can use them to look into a packaged app. They stay if Node's
 * inspector, which can do more, is open anyway. In the shipped app a fuse closes it; a build that differs only in this
 * fuse lets a test look at the window. Call it before the app is ready: that is when Chromium reads them.
 */
export function refuseDebugging(
  { isPackaged, commandLine }: { isPackaged: boolean; commandLine: Pick<App['commandLine'], 'removeSwitch'> },
  isInspected = inspectorUrl() !== undefined,
): void {
  if (!isPackaged || isInspected) return
  for (const name of switches) commandLine.removeSwitch(name)
}

/**
 * Variables that weaken TLS: one trusts any certificate, the other writes the keys of every connection to a file. The
 * app's processes would inherit them.
 */
const weakening = ['NODE_TLS_REJECT_UNAUTHORIZED', 'SSLKEYLOGFILE'] as const

/** Removes these variables from the environment and logs it. */
export function dropWeakening(env: NodeJS.ProcessEnv, logger: Pick<Logger, 'warn'>): void {
  for (const name of weakening) {
    if (env[name] === undefined) continue
    delete env[name]
    logger.warn('environment.dropped', { name })
  }
}

/**
 * A core dump would contain the API key, so from now on Linux writes none for this process. On other systems none are
 * written unless the user asks for them. If the tool is missing or refuses, nothing changes.
 */
export function refuseCoreDumps(): void {
  if (process.platform !== 'linux') return
  execFile('prlimit', [`--pid=${process.pid}`, '--core=0:0'], () => undefined)
}
