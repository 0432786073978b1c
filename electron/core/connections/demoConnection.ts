import { connectionDefaults, demoBaseUrl } from '@shared/model/connection'
import { demoModels, demoPrices } from '@shared/processes/demo'
import type { StoredConnection } from './connectionRows'

/** The connection that "Try the demo service" creates. Its key belongs to the demo service and is never stored. */
export function demoConnection(id: string): StoredConnection {
  return {
    id,
    kind: 'demo',
    draft: {
      ...connectionDefaults,
      name: 'Demo',
      baseUrl: demoBaseUrl,
      models: [...demoModels],
      prices: { ...demoPrices },
    },
    keyId: null,
    paused: false,
    hold: null,
    proxyDeclined: false,
    archived: false,
  }
}
