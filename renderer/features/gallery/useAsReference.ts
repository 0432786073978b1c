import { carriesOptions } from '@shared/model/draft'
import { useDid } from '../../parts/useDid'
import { useShowForm } from '../../parts/useShowForm'
import { useTranslation } from '../../parts/useTranslation'
import { currentConnection } from '../../stores/appStore'
import type { Step } from '../../stores/step'
import { useStores } from '../../stores/storesContext'
import { ageWords } from '../../text/ageWords'
import { localeOf } from '../../text/locale'

/** Adds an image's own address to the form's references. Never switches the mode, but offers to. */
export function useAsReference(): (imageId: string) => void {
  const { t, i18n } = useTranslation()
  const { app, client, draft, toasts } = useStores()
  const did = useDid()
  const showForm = useShowForm()

  /** In a mode that can't include references they are kept but have no effect, so switching is offered. */
  const offerDirect = (text: string): void =>
    toasts.show({
      text,
      action: {
        label: t('compose.switchToDirect'),
        run: async () => {
          draft.edit({ mode: 'direct' })
          return null
        },
      },
    })

  const added = (connectionId: string, url: string, text: string, quiet: boolean): Step => ({
    text,
    quiet,
    tooLate: t('undo.tooLate'),
    async reverse() {
      if (!(await showForm(connectionId))) return null
      draft.edit({ image: draft.getState().draft.image.filter((other) => other !== url) })
      return {
        text: t('undo.reference.undone'),
        tooLate: t('undo.redoTooLate'),
        async reverse() {
          if (!(await showForm(connectionId)) || draft.addReference(url) === 'refused') return null
          return added(connectionId, url, t('undo.reference.redone'), false)
        },
      }
    },
  })

  const use = async (id: string): Promise<Step | null> => {
    const { url, age } = await client.call('images.source', { id })
    if (url === null) return fail(t('references.none'))
    const outcome = draft.addReference(url)
    if (outcome === 'refused') return fail(t('references.unfit'))
    const connection = currentConnection(app.getState())
    const carried = connection !== null && carriesOptions(draft.getState().draft.mode, connection)
    if (outcome === 'present') {
      if (carried) toasts.show({ text: t('references.usedBefore'), action: null })
      else offerDirect(t('references.usedBefore'))
      return null
    }
    const old = ageWords(age, localeOf(i18n.language))
    const text = t(carried ? 'references.used' : 'references.usedLater', { age: old })
    if (!carried) offerDirect(text)
    return connection === null ? null : added(connection.id, url, text, !carried)
  }

  function fail(text: string): null {
    toasts.fail(text)
    return null
  }

  return (imageId) => {
    did(() => use(imageId))
  }
}
