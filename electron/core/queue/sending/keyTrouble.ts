import type { AppError } from '@shared/errors'

/** True when a connection's key can't be had: only the person can fix that. */
export function isKeyTrouble({ code }: AppError): boolean {
  return code === 'keyMissing' || code === 'keychainLocked'
}
