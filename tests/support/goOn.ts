import type { ErrorCode } from '@shared/errors'
import type { Call } from './call'

const leftOut: ReadonlySet<ErrorCode> = new Set(['startLeftOut', 'startHeld'])

/** Resumes everything, as the user does who ended the app by force again and again and sees the notice, piece by piece. */
export async function goOn(call: Call): Promise<void> {
  const { connections } = await call('app.snapshot', null)
  for (const { id, hold } of connections)
    if (hold?.error.code === 'startSendsHeld') await call('connections.resume', { id })
  const isLeftOut = async () =>
    (await call('app.snapshot', null)).notices.some(({ error }) => leftOut.has(error.code))
  while (await isLeftOut()) await call('app.tryLeftOut', null)
}
