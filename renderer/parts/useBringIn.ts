import { useStores } from '../stores/storesContext'
import { useAct } from './useAct'

export interface BringIn {
  /** Lets the user choose, then shows what there is. */
  choose(what: 'files' | 'folder'): void
  /** The same for what was dropped into the window. */
  drop(files: readonly File[]): void
  /** Ends what is under way. */
  cancel(): void
}

/** The ways to begin bringing in images. Nothing is copied before the user has seen what it would be. */
export function useBringIn(): BringIn {
  const { bringing, client, dialogs } = useStores()
  const act = useAct()
  const show = (begin: () => Promise<{ readonly chosen: boolean }>): void =>
    void act(async () => {
      const { chosen } = await begin()
      if (!chosen) return
      await bringing.refresh()
      dialogs.show({ kind: 'bringIn' })
    })
  return {
    choose: (what) => show(() => client.call('bringing.choose', { what })),
    drop: (files) => show(() => client.bringDropped(files)),
    cancel: () => void act(() => client.call('bringing.cancel', null)),
  }
}
