import type { AppError } from '@shared/errors'

/** True if a connection's key isn't available: only the person can fix that. */
export function isKeyTrouble({ code }: AppError): boolean {
  return code === 'keyMissing' || code === 'keychainLocked'
}
