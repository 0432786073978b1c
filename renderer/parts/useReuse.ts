import type { Connection } from '@shared/model/connection'
import type { Draft, RequestDraft } from '@shared/model/draft'
import { useTranslation } from 'react-i18next'
import { currentConnection, findConnection } from '../stores/appStore'
import { draftOf } from '../stores/requestDraft'
import { useStores } from '../stores/storesContext'
import { useAct } from './useAct'

/**
 * "Reuse": fills the form with an earlier request, on its connection if that still exists. What it replaces can be put
 * back.
 */
export function useReuse(): (request: RequestDraft, connectionId: string) => void {
  const { t } = useTranslation()
  const { app, draft: drafts, toasts } = useStores()
  const act = useAct()

  const show = async (connection: Connection): Promise<void> => {
    if (currentConnection(app.getState())?.id !== connection.id)
      await app.changePreferences({ connectionId: connection.id })
    await drafts.open(connection)
  }

  const offer = (text: string, run: () => Promise<null>): void =>
    toasts.show({ text, action: { label: t('compose.putBack'), run } })

  const reuse = async (wanted: Draft, connectionId: string): Promise<void> => {
    const before = currentConnection(app.getState())
    const own = findConnection(app.getState().connections, connectionId)
    const shown = own ?? before
    if (shown === null || before === null) return
    await show(shown)
    const { draft: replaced } = drafts.getState()
    drafts.fill(wanted)
    const { draft: filled } = drafts.getState()

    const { name } = shown
    const text =
      own === null
        ? t('compose.filledElsewhere', { name })
        : t(shown.id === before.id ? 'compose.filled' : 'compose.filledFor', { name })
    const isLost = isWorthKeeping(replaced) && JSON.stringify(replaced) !== JSON.stringify(wanted)
    const putBack = async (): Promise<null> => {
      await show(shown)
      const { draft: since } = drafts.getState()
      if (isLost) drafts.fill(replaced)
      await show(before)
      // Putting it back must not lose what was written since.
      if (isLost && isWorthKeeping(since) && since !== filled)
        offer(t('prompts.replaced'), () => refill(since))
      return null
    }
    const refill = async (draft: Draft): Promise<null> => {
      await show(shown)
      drafts.fill(draft)
      return null
    }
    const isMoved = shown.id !== before.id
    if (isLost || isMoved) offer(text, putBack)
    else if (own === null) toasts.show({ text, action: null })
  }

  return (request, connectionId) => {
    void act(() => reuse(draftOf(request), connectionId))
  }
}

function isWorthKeeping({ prompt, image }: Draft): boolean {
  return prompt.trim() !== '' || image.length > 0
}
