import type { AppSnapshot } from '@shared/model/app'
import type { Connection } from '@shared/model/connection'
import type { PreferencesPatch } from '@shared/model/preferences'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'

export interface AppStore extends StoreApi<AppSnapshot> {
  changePreferences(patch: PreferencesPatch): Promise<void>
  /** Opens the native dialog. Resolves with whether Cyanotype has exported to the folder; null if none was chosen. */
  chooseLibrary(): Promise<{ readonly hasExports: boolean } | null>
  dispose(): void
}

/** Mirrors what the main process reports about the app itself. */
export async function openAppStore(client: Client): Promise<AppStore> {
  // Events may come before the snapshot is answered. Each holds its part in full, so the later one wins.
  let early: Partial<AppSnapshot> = {}
  let apply = (part: Partial<AppSnapshot>): void => {
    early = { ...early, ...part }
  }
  const disposers = [
    client.on('app.noticesChanged', (notices) => apply({ notices })),
    client.on('preferences.changed', (preferences) => {
      const { libraryPath } = preferences
      // A move changes it, too. The default is only known from the snapshot.
      apply(libraryPath === null ? { preferences } : { preferences, libraryPath })
    }),
    client.on('library.moveChanged', (move) => apply({ move })),
    client.on('connections.changed', (connections) => apply({ connections })),
    client.on('app.keyStoreChanged', (keyStore) => apply({ keyStore })),
    client.on('library.upkeepChanged', (upkeep) => apply({ upkeep })),
  ]
  const dispose = (): void => {
    for (const end of disposers) end()
  }
  const snapshot = await client.call('app.snapshot', null).catch((thrown: unknown) => {
    dispose()
    throw thrown
  })
  const store = createStore<AppSnapshot>(() => ({ ...snapshot, ...early }))
  apply = (part) => store.setState(part)

  return {
    ...store,
    async changePreferences(patch) {
      store.setState({ preferences: await client.call('preferences.change', patch) })
    },
    async chooseLibrary() {
      const chosen = await client.call('library.choose', null)
      if (chosen !== null) store.setState({ libraryPath: chosen.libraryPath })
      return chosen
    },
    dispose,
  }
}

/** A connection that is set up; null if it was removed. */
export function findConnection(connections: readonly Connection[], id: string | null): Connection | null {
  return connections.find((connection) => connection.id === id) ?? null
}

/** The connection Compose uses: the one last chosen, else the oldest; null if there is none. */
export function currentConnection({
  connections,
  preferences,
}: Pick<AppSnapshot, 'connections' | 'preferences'>): Connection | null {
  return findConnection(connections, preferences.connectionId) ?? connections[0] ?? null
}
