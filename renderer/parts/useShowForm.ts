import { useCallback } from 'react'
import { currentConnection, findConnection } from '../stores/appStore'
import { useStores } from '../stores/storesContext'

/** Shows the form of a connection; resolves with whether it still exists. */
export function useShowForm(): (connectionId: string) => Promise<boolean> {
  const { app, draft } = useStores()
  return useCallback(
    async (id) => {
      const connection = findConnection(app.getState().connections, id)
      if (connection === null) return false
      if (currentConnection(app.getState())?.id !== id) await app.changePreferences({ connectionId: id })
      await draft.open(connection)
      return true
    },
    [app, draft],
  )
}
