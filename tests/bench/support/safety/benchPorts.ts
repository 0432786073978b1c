import type { Secrets } from '../../../../electron/core/ports'

/** A keychain that outlives every kill: it has the one key, whatever is asked for. */
export const lastingSecrets: Secrets = {
  kind: 'keychain',
  look: async () => {},
  get: async () => 'sk-bench',
  set: async () => {},
  remove: async () => {},
  isHanging: () => false,
}
