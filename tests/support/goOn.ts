import type { Call } from './call'

/** Resumes everything, as the user does who ended the app by force again and again and sees the notice: by one press. */
export async function goOn(call: Call): Promise<void> {
  await call('app.tryLeftOut', null)
}
