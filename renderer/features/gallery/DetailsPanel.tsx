import type { AppError } from '@shared/errors'
import type { ImageDetails } from '@shared/model/image'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appErrorOf } from '../../client/failure'
import { useAct } from '../../parts/useAct'
import { useCopy } from '../../parts/useCopy'
import { useErrorText } from '../../parts/useErrorText'
import { useReuse } from '../../parts/useReuse'
import { requestDraft } from '../../stores/requestDraft'
import { countOf } from '../../stores/selectedImages'
import { useSelection, useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { DetailsFacts } from './DetailsFacts'
import { useAsReference } from './useAsReference'

/** One image: what was requested beside what came. `id` null: no image or several are selected. */
export function DetailsPanel({ id }: { readonly id: string | null }) {
  const { t } = useTranslation()
  const { client } = useStores()
  const selected = useSelection(countOf)
  const { details, failure } = useDetails(id)
  const errorText = useErrorText()
  const act = useAct()
  const { copy } = useCopy()
  const reuse = useReuse()
  const addReference = useAsReference()

  return (
    <aside aria-label={t('gallery.details.region')} className="flex flex-col gap-3 px-4 py-3">
      {id === null && (
        <p className="text-small text-faint">
          {selected > 1 ? t('gallery.details.several', { count: selected }) : t('gallery.details.none')}
        </p>
      )}
      {failure !== null && <p className="text-small text-bad">{errorText(failure).cause}</p>}
      {details !== null && (
        <>
          <div className="flex flex-wrap gap-1 -ml-2">
            <Button
              look="ghost"
              onClick={() => reuse(requestDraft(details.asked, details.asked.mode), details.connectionId)}
            >
              {t('gallery.details.reuse')}
            </Button>
            <Button look="ghost" onClick={() => addReference(details.id)}>
              {t('references.use')}
            </Button>
            <Button
              look="ghost"
              onClick={() => void act(() => client.call('images.reveal', { id: details.id }))}
            >
              {t('gallery.details.reveal')}
            </Button>
            <Button look="ghost" onClick={() => copy(details.asked.prompt)}>
              {t('gallery.details.copyPrompt')}
            </Button>
          </div>
          <DetailsFacts details={details} />
        </>
      )}
    </aside>
  )
}

interface Answer {
  readonly details: ImageDetails | null
  readonly failure: AppError | null
}

const nothing: Answer = { details: null, failure: null }

function useDetails(id: string | null): Answer {
  const { client } = useStores()
  const [answer, setAnswer] = useState(nothing)
  useEffect(() => {
    if (id === null) return setAnswer(nothing)
    let dropped = false
    client.call('images.details', { id }).then(
      (details) => !dropped && setAnswer({ details, failure: null }),
      (thrown: unknown) => !dropped && setAnswer({ details: null, failure: appErrorOf(thrown) }),
    )
    return () => {
      dropped = true
    }
  }, [client, id])
  return answer
}
