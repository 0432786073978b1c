import { carriesOptions } from '@shared/model/draft'
import { useTranslation } from 'react-i18next'
import { errorOf } from '../../client/failure'
import { currentConnection } from '../../stores/appStore'
import { useStores } from '../../stores/storesContext'
import type { Toast } from '../../stores/toastStore'
import { ageWords } from '../../text/ageWords'
import { useErrorText } from '../../text/errorText'
import { localeOf } from '../../text/locale'

/** Puts an image's own address among the references of the form; switches nothing there, but offers to. */
export function useAsReference(): (imageId: string) => void {
  const { t, i18n } = useTranslation()
  const { app, client, draft, toasts } = useStores()
  const errorText = useErrorText()

  /** A mode that carries no references keeps them for the other: that is offered, as nothing will come of it else. */
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

  const use = async (id: string): Promise<Omit<Toast, 'id'>> => {
    const { url, age } = await client.call('images.source', { id })
    if (url === null) return { text: t('references.none'), action: null }
    const outcome = draft.addReference(url)
    if (outcome === 'refused') return { text: t('references.unfit'), action: null }
    const connection = currentConnection(app.getState())
    const carried = connection !== null && carriesOptions(draft.getState().draft.mode, connection)
    const action = actionAfter(url, carried)
    if (outcome === 'present') return { text: t('references.usedBefore'), action: carried ? null : action }
    const old = ageWords(age, localeOf(i18n.language))
    return { text: t(carried ? 'references.used' : 'references.usedLater', { age: old }), action }
  }

  return (imageId) => {
    use(imageId)
      .catch((thrown: unknown) => ({ text: errorText(errorOf(thrown)).cause, action: null }))
      .then(toasts.show)
  }
}
