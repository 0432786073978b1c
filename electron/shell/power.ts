import { powerMonitor, powerSaveBlocker } from 'electron'
import type { Power } from '../core/ports'

/** The computer's sleep. Made after the app is ready. */
export function createPower(): Power {
  return {
    onResume(listener) {
      const resumed = () => listener()
      powerMonitor.on('resume', resumed)
      return () => {
        powerMonitor.removeListener('resume', resumed)
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
