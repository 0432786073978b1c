import { url as inspectorUrl } from 'node:inspector'
import type { App } from 'electron'

/** By these Chromium lets another program into the page. No fuse stands before them. */
const switches = ['remote-debugging-port', 'remote-debugging-pipe'] as const

/**
 * Takes Chromium's debugging switches back, so that nobody looks into a packaged app by them. They act only where Node's
 * inspector, which can do more, is open already: a fuse shuts that in what ships, and a build that differs by this fuse
 * lets a test look at the window. To be called before the app is ready: Chromium reads them then.
 */
export function refuseDebugging(
  { isPackaged, commandLine }: { isPackaged: boolean; commandLine: Pick<App['commandLine'], 'removeSwitch'> },
  isInspected = inspectorUrl() !== undefined,
): void {
  if (!isPackaged || isInspected) return
  for (const name of switches) commandLine.removeSwitch(name)
}
