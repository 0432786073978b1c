import type { SendableDraft } from '@shared/model/draft'
import { onTestFinished, type TestContext } from 'vitest'
import type { Clock } from '../../electron/core/ports'
import { fastClock, realClock } from '../support/fakeClock'
import { mountSilentDrive, type SilentDrive } from '../support/silentDrive'

export const draft: SendableDraft = {
  prompt: 'a boat',
  model: 'aurora-2',
  size: '',
  n: 2,
  mode: 'background',
  image: [],
}

const hasty = fastClock({ speed: 3, isLimited: true })
let silentDrives = 0

/** Limits pass fast while a drive is silent. Nothing else reaches them, however busy the machine is. */
export const clock: Clock = {
  ...hasty,
  limit(ms, callback) {
    let cancel = hasty.limit(ms, () => {
      if (silentDrives > 0) callback()
      else cancel = realClock.limit(ms, callback)
    })
    return () => cancel()
  },
}

/** Mounted on a folder until the end of the test, which is skipped where that isn't possible. */
export function silentDriveOn(folder: string, { skip }: Pick<TestContext, 'skip'>): SilentDrive {
  const drive = mountSilentDrive(folder)
  if ('refused' in drive) {
    console.log(`No silent drive: ${drive.refused}`)
    return skip(drive.refused)
  }
  silentDrives++
  let isMounted = true
  const unmount = () => {
    if (isMounted) silentDrives--
    isMounted = false
    drive.unmount()
  }
  onTestFinished(unmount)
  return { unmount }
}
