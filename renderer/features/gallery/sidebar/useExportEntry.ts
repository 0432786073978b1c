import { useAct } from '../../../parts/useAct'
import { useStores } from '../../../stores/storesContext'
import type { Entry } from './useEntries'

/** Opens the export of all images of a view or a collection, in its order. */
export function useExportEntry(): (entry: Entry) => void {
  const { client, dialogs } = useStores()
  const act = useAct()
  return ({ own, text }) =>
    void act(async () => {
      const query = own !== null && 'view' in own ? own.view : { text, sort: 'hand' as const }
      const shown = { text: query.text, sort: query.sort }
      const listed = await client.call('gallery.select', { ...shown, from: null, to: null })
      const images = { ...('ids' in listed ? listed : { ids: [], numbers: listed.numbers }), shown }
      dialogs.show({ kind: 'export', what: { images } })
    })
}
