import { carriesOptions } from '@shared/model/draft'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../parts/useAct'
import { currentConnection } from '../../stores/appStore'
import { useStores } from '../../stores/storesContext'
import type { Toast } from '../../stores/toastStore'
import { ageWords } from '../../text/ageWords'
import { localeOf } from '../../text/locale'

/** Adds an image's own address to the form's references. Never switches the mode, but offers to. */
export function useAsReference(): (imageId: string) => void {
  const { t, i18n } = useTranslation()
  const { app, client, draft, toasts } = useStores()
  const act = useAct()

  /** In a mode that can't include references they are kept but have no effect, so switching is offered. */
  const actionAfter = (url: string, carried: boolean): Toast['action'] =>
    carried
      ? {
          label: t('references.undo'),
          run: async () => {
            draft.edit({ image: draft.getState().draft.image.filter((other) => other !== url) })
            return null
          },
        }
      : {
          label: t('compose.switchToDirect'),
          run: async () => {
            draft.edit({ mode: 'direct' })
            return null
          },
        }

  const use = async (id: string): Promise<void> => {
    const { url, age } = await client.call('images.source', { id })
    if (url === null) return toasts.fail(t('references.none'))
    const outcome = draft.addReference(url)
    if (outcome === 'refused') return toasts.fail(t('references.unfit'))
    const connection = currentConnection(app.getState())
    const carried = connection !== null && carriesOptions(draft.getState().draft.mode, connection)
    const action = actionAfter(url, carried)
    if (outcome === 'present')
      return toasts.show({ text: t('references.usedBefore'), action: carried ? null : action })
    const old = ageWords(age, localeOf(i18n.language))
    toasts.show({ text: t(carried ? 'references.used' : 'references.usedLater', { age: old }), action })
  }

  return (imageId) => {
    void act(() => use(imageId))
  }
}
