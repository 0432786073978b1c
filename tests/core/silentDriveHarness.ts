import type { SendableDraft } from '@shared/model/draft'
import { onTestFinished, type TestContext } from 'vitest'
import { fastClock } from '../support/fakeClock'
import { mountSilentDrive, type SilentDrive } from '../support/silentDrive'

export const draft: SendableDraft = {
  prompt: 'a boat',
  model: 'aurora-2',
  size: '',
  n: 2,
  mode: 'background',
  image: [],
}

/** The core waits five seconds for each call to a silent drive; a sound one answers sooner, even if it is busy. */
export const clock = fastClock({ speed: 3, isLimited: true })

/** Mounted on a folder until the end of the test, which is skipped where that isn't possible. */
export function silentDriveOn(folder: string, { skip }: Pick<TestContext, 'skip'>): SilentDrive {
  const drive = mountSilentDrive(folder)
  if ('refused' in drive) {
    console.log(`No silent drive: ${drive.refused}`)
    return skip(drive.refused)
  }
  onTestFinished(drive.unmount)
  return drive
}
