import type { ErrorCode } from '@shared/errors'
import type { Call } from './call'

const leftOut: ReadonlySet<ErrorCode> = new Set(['startLeftOut', 'startHeld'])

/** Resumes everything, as the person does who ended the app by force again and again and sees the notice. */
export async function goOn(call: Call): Promise<void> {
  const { notices, connections } = await call('app.snapshot', null)
  for (const { id, hold } of connections)
    if (hold?.error.code === 'startSendsHeld') await call('connections.resume', { id })
  if (notices.some(({ error }) => leftOut.has(error.code))) await call('app.tryLeftOut', null)
}
