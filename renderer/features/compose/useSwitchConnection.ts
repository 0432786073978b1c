import { carriesOptions, type Draft } from '@shared/model/draft'
import { useAct } from '../../parts/useAct'
import { useShowForm } from '../../parts/useShowForm'
import { useTranslation } from '../../parts/useTranslation'
import { currentConnection } from '../../stores/appStore'
import { sameData } from '../../stores/sameData'
import { useStores } from '../../stores/storesContext'

type Setting = 'n' | 'mode' | 'size'

/** What a form has of its own besides its settings. */
const own = ['prompt', 'image', 'extra'] as const

/**
 * Switches to another connection, which has a form of its own: says what changed, and can bring back the connection that
 * was left, with its form.
 */
export function useSwitchConnection(): (id: string) => void {
  const { t } = useTranslation()
  const { app, draft: drafts, toasts } = useStores()
  const act = useAct()
  const showForm = useShowForm()

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
    const labels = { n: t('compose.images'), mode: t('compose.mode'), size: t('compose.size') }
    const changes = [
      ...own
        .filter((field) => !sameData(before[field], after[field]))
        .map((field) => t(`compose.own.${field}`)),
      ...settings
        .filter((setting) => before[setting] !== after[setting])
        .map((setting) =>
          t('compose.settingChanged', {
            setting: labels[setting],
            now: wordsOf(setting, after),
            before: wordsOf(setting, before),
          }),
        ),
    ]
    if (changes.length === 0) return
    toasts.show({
      text: t('compose.switched', { name: entered.name, changes }),
      action: {
        label: t('compose.putBack'),
        // What was entered since stays in the form that is left.
        async run() {
          if (drafts.getState().connectionId === id) await showForm(left.id)
          return null
        },
      },
    })
  }

  return (id) => void act(() => turnTo(id))
}
