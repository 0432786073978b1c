import type { Connection } from '@shared/model/connection'
import { unsentOptions } from '@shared/model/draft'
import { readExpansion } from '@shared/model/draftExpansion'
import { planWords } from '../../parts/planWords'
import { useAct } from '../../parts/useAct'
import { draftGate } from '../../parts/useDraftGate'
import { useErrorText } from '../../parts/useErrorText'
import { useQueuedToast } from '../../parts/useQueuedToast'
import { useReuse } from '../../parts/useReuse'
import { useTranslation } from '../../parts/useTranslation'
import { findConnection } from '../../stores/appStore'
import { checkDraft, costOfDraft } from '../../stores/draftCheck'
import { draftOf, type MadeDraft, reusableDraft } from '../../stores/requestDraft'
import { useStores } from '../../stores/storesContext'

/**
 * Queues the request of an image once more, as the form would: asks first, with exactly what is sent and what it costs.
 * If its connection can't make that request any more, the form is filled with it and says why.
 */
export function useQueueAgain(): (id: string) => void {
  const { t } = useTranslation()
  const { app, client, dialogs, queue } = useStores()
  const errorText = useErrorText()
  const act = useAct()
  const reuse = useReuse()
  const tellQueued = useQueuedToast()

  const ask = async (id: string): Promise<void> => {
    const { asked, connectionId } = await client.call('images.details', { id })
    const made = reusableDraft(asked)
    const connection = findConnection(app.getState().connections, connectionId)
    const ready = connection === null ? null : sameRequest(made, connection)
    if (connection === null || ready === null) return reuse(made, connectionId)
    const gate = draftGate(queue.getState().overview, connection, costOfDraft(ready, connection))
    const { draft } = ready
    dialogs.show({
      kind: 'question',
      question: {
        title: t('gallery.again.title'),
        body: t('gallery.again.body'),
        cost: planWords(ready, { connection, gate }, { t, errorText }),
        confirm: t('gallery.again.queue'),
        run: async () => tellQueued(await client.call('jobs.enqueue', { connectionId, draft, first: false })),
      },
    })
  }

  return (id) => void act(() => ask(id))
}

/** Null if the connection would make another request of it, or several. */
function sameRequest(made: MadeDraft, connection: Connection) {
  const draft = draftOf(made, connection)
  const ready = checkDraft(draft, readExpansion(draft), connection)
  return ready.ok && ready.requests === 1 && unsentOptions(draft, connection).length === 0 ? ready : null
}
