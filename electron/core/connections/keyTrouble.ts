import { type AppError, appError, type ErrorCode } from '@shared/errors'
import type { KeyState } from '@shared/model/connection'

/**
 * Errors of a connection whose key isn't available: there is none, or the keychain can't say. They are never stored: the
 * next run, or an unlocked keychain, may have another answer.
 */
export const keyTroubleCodes = [
  'keyMissing',
  'keychainLocked',
  'keychainUnavailable',
] as const satisfies readonly ErrorCode[]

export function isKeyTrouble({ code }: AppError): boolean {
  return keyTroubleCodes.some((one) => one === code)
}

/** Why nothing can be sent with a key in this state; null if it can be. `name`: of its connection. */
export function keyTroubleOf(state: KeyState, name: string): AppError | null {
  switch (state) {
    case 'keychain':
    case 'session':
    case 'notNeeded':
      return null
    case 'missing':
      return appError('keyMissing', { params: { name } })
    case 'locked':
      return appError('keychainLocked', { retry: 'free' })
    case 'unavailable':
      return appError('keychainUnavailable', { retry: 'free' })
  }
}
