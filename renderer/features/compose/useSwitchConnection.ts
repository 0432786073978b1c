import { carriesOptions, type Draft } from '@shared/model/draft'
import { useAct } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import { currentConnection } from '../../stores/appStore'
import { useStores } from '../../stores/storesContext'

type Setting = 'n' | 'mode' | 'size'

/** Switches to another connection, whose form has its own settings: says which ones changed, and can restore them. */
export function useSwitchConnection(): (id: string) => void {
  const { t } = useTranslation()
  const { app, draft: drafts, toasts } = useStores()
  const act = useAct()

  const wordsOf = (setting: Setting, draft: Draft): string =>
    setting === 'mode' ? t(`compose.${draft.mode}`) : String(draft[setting] || t('compose.none'))

  const turnTo = async (id: string): Promise<void> => {
    const before = drafts.getState().draft
    const left = currentConnection(app.getState())
    await app.changePreferences({ connectionId: id })
    const entered = currentConnection(app.getState())
    if (entered?.id !== id || left === null || left.id === id) return
    await drafts.open(entered)
    const { connectionId, draft: after } = drafts.getState()
    if (connectionId !== id) return

    // A size that neither connection sends must not be visible either.
    const sized = carriesOptions(before.mode, left) || carriesOptions(after.mode, entered)
    const settings: readonly Setting[] = sized ? ['n', 'mode', 'size'] : ['n', 'mode']
    const changed = settings.filter((setting) => before[setting] !== after[setting])
    if (changed.length === 0) return
    const labels = { n: t('compose.images'), mode: t('compose.mode'), size: t('compose.size') }
    const changes = changed.map((setting) =>
      t('compose.settingChanged', {
        setting: labels[setting],
        now: wordsOf(setting, after),
        before: wordsOf(setting, before),
      }),
    )
    const putBack = async (): Promise<null> => {
      const { connectionId: current, draft: now } = drafts.getState()
      if (current !== id) return null
      // Choices made since then stay.
      const of = (setting: Setting) =>
        changed.includes(setting) && now[setting] === after[setting] ? before : now
      drafts.edit({ n: of('n').n, mode: of('mode').mode, size: of('size').size })
      return null
    }
    toasts.show({
      text: t('compose.switched', { name: entered.name, changes }),
      action: { label: t('compose.putBack'), run: putBack },
    })
  }

  return (id) => void act(() => turnTo(id))
}
