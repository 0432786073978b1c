import type { AppError } from '@shared/errors'
import type { ImageDetails } from '@shared/model/image'
import type { ImageCost } from '@shared/model/imageCost'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appErrorOf } from '../../client/failure'
import { useErrorText } from '../../parts/useErrorText'
import { VerbButtons } from '../../parts/Verbs'
import { WhatWasSent } from '../../parts/WhatWasSent'
import { countOf } from '../../stores/selectedImages'
import { useSelection, useStores } from '../../stores/storesContext'
import { DetailsFacts } from './DetailsFacts'
import { useImageVerbs } from './useImageVerbs'

/** One image: what was requested beside what came. `id` null: no image or several are selected. */
export function DetailsPanel({ id }: { readonly id: string | null }) {
  const { t } = useTranslation()
  const selected = useSelection(countOf)
  const { details, cost, failure } = useDetails(id)
  const errorText = useErrorText()
  const verbsOf = useImageVerbs()

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
            <VerbButtons look="ghost" verbs={verbsOf({ id: details.id, prompt: details.asked.prompt })} />
          </div>
          <DetailsFacts details={details} cost={cost} />
          <WhatWasSent jobId={details.jobId} />
        </>
      )}
    </aside>
  )
}

interface Answer {
  readonly details: ImageDetails | null
  readonly cost: ImageCost | null
  readonly failure: AppError | null
}

const nothing: Answer = { details: null, cost: null, failure: null }

function useDetails(id: string | null): Answer {
  const { client } = useStores()
  const [answer, setAnswer] = useState(nothing)
  useEffect(() => {
    if (id === null) return setAnswer(nothing)
    let dropped = false
    Promise.all([client.call('images.details', { id }), client.call('images.cost', { id })]).then(
      ([details, cost]) => !dropped && setAnswer({ details, cost, failure: null }),
      (thrown: unknown) => !dropped && setAnswer({ ...nothing, failure: appErrorOf(thrown) }),
    )
    return () => {
      dropped = true
    }
  }, [client, id])
  return answer
}
