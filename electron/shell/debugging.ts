import { url as inspectorUrl } from 'node:inspector'
import type { App } from 'electron'

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
