import { hasDisplay, type Invocation, underXvfb } from './display.ts'
import {
  type ElectronRuntime,
  findElectronRuntime,
  runtimeNotice,
} from './electronRuntime/electronRuntime.ts'
import { ensurePackages } from './systemPackages.ts'

/** Our own flag: start in a separate display server. Everything else on the command line is for the app. */
const xvfbFlag = '--xvfb'

export interface Launch {
  readonly runtime: ElectronRuntime
  /** The command-line arguments for the app. */
  readonly appArguments: readonly string[]
  /** Runs a command, under xvfb-run if that was asked for. */
  readonly wrap: (invocation: Invocation) => Invocation
}

/**
 * What `npm start` and `npm run dev` do before the app starts. Undefined if the app can't be shown; the reason has then
 * been printed.
 */
export async function prepareLaunch(given: readonly string[]): Promise<Launch | undefined> {
  const wantsXvfb = given.includes(xvfbFlag)
  if (!hasDisplay && !wantsXvfb) {
    console.error(
      'There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set). ' +
        'Start it in a desktop session, or on a virtual display: npm start -- --xvfb',
    )
    return undefined
  }
  const { advice } = await ensurePackages(wantsXvfb ? ['run', 'display'] : ['run'])
  if (advice) console.warn(advice)
  const runtime = await findElectronRuntime()
  const notice = runtimeNotice(runtime)
  if (notice) console.log(notice)
  return {
    runtime,
    appArguments: given.filter((argument) => argument !== xvfbFlag),
    wrap: (invocation) => (wantsXvfb ? underXvfb(invocation) : invocation),
  }
}
