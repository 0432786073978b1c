import { useAct } from '../../../parts/useAct'
import { useApp, useStores } from '../../../stores/storesContext'

/** Asks the service again for an image whose file is missing, unless the library is being looked through. */
export function useAskAgain(): (imageId: string) => void {
  const { client } = useStores()
  const act = useAct()
  const isBusy = useApp(({ upkeep }) => upkeep.running !== null)
  return (imageId) => {
    if (!isBusy) void act(() => client.call('library.askAgain', { imageId }))
  }
}
