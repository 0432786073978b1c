import { powerMonitor, powerSaveBlocker } from 'electron'
import type { Power } from '../core/ports'

/** The computer's sleep. Made after the app is ready. */
export function createPower(): Power {
  return {
    onSuspend(listener) {
      powerMonitor.on('suspend', listener)
      return () => {
        powerMonitor.removeListener('suspend', listener)
      }
    },
    onResume(listener) {
      powerMonitor.on('resume', listener)
      return () => {
        powerMonitor.removeListener('resume', listener)
      }
    },
    keepAwake() {
      const blocker = powerSaveBlocker.start('prevent-app-suspension')
      return () => {
        powerSaveBlocker.stop(blocker)
      }
    },
  }
}
