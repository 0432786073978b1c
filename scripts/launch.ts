import { hasDisplay, type Invocation, underXvfb } from './display.ts'
import {
  type ElectronRuntime,
  findElectronRuntime,
  runtimeNotice,
} from './electronRuntime/electronRuntime.ts'
import { ensurePackages } from './systemPackages.ts'

/** Ours: start in a display server made for it. Everything else on the command line is the app's. */
const xvfbFlag = '--xvfb'

export interface Launch {
  readonly runtime: ElectronRuntime
  /** What was given on the command line for the app. */
  readonly appArguments: readonly string[]
  /** Puts a command under xvfb-run when that was asked for. */
  readonly wrap: (invocation: Invocation) => Invocation
}

/** What `npm start` and `npm run dev` do before the app; undefined when it can't be shown, which was then said. */
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
