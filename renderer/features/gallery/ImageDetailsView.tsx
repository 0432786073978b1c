import type { AppError } from '@shared/errors'
import type { JobHistory } from '@shared/model/exchange'
import { type ImageDetails, isImageFormat } from '@shared/model/image'
import type { ImageCost } from '@shared/model/imageCost'
import { ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { appErrorOf } from '../../client/failure'
import { pictureAddress } from '../../client/pictures'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { VerbButtons } from '../../parts/Verbs'
import { WhatWasSent } from '../../parts/WhatWasSent'
import { useGallery, useStores } from '../../stores/storesContext'
import { CopyAccountView } from './CopyAccountView'
import { DetailsCollections } from './collections/DetailsCollections'
import { DetailsFacts } from './DetailsFacts'
import { FileAccountView } from './FileAccountView'
import { DetailsMarks } from './marks/DetailsMarks'
import { NoteField } from './marks/NoteField'
import { OutsideNote } from './outside/OutsideNote'
import { unshownWords } from './picture/unshownWords'
import { useTrash } from './trash/useTrash'
import { useImageVerbs } from './useImageVerbs'

/** One image, what can be done with it, and all that is known about it. */
export function ImageDetailsView({ id }: { readonly id: string }) {
  const answer = useAnswer(id)
  const errorText = useErrorText()
  const { t } = useTranslation()
  const verbsOf = useImageVerbs()
  const { restore } = useTrash()
  if (answer === null) return null
  if ('failure' in answer) return <p className="text-small text-bad">{errorText(answer.failure).cause}</p>
  const { details, cost, history } = answer
  const isDeleted = details.deletedAt !== null
  const ofTrash = isDeleted ? [{ key: 'restore', label: t('gallery.trash.restore'), run: restore }] : []
  // A press on the prompt copies it.
  const ofImage = verbsOf(details, isDeleted).filter(({ key }) => key !== 'copyPrompt')
  return (
    <div className="flex flex-col gap-3">
      <Preview image={details} />
      <OutsideNote image={details} />
      <DetailsMarks details={details} />
      <DetailsCollections collections={details.collections} />
      <NoteField key={`${details.id}-note`} id={details.id} note={details.note} />
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <VerbButtons verbs={[...ofTrash, ...ofImage]} />
      </div>
      <DetailsFacts key={details.id} details={details} cost={cost} history={history} />
      {isImageFormat(details.format) && <FileAccountView id={details.id} />}
      {isImageFormat(details.format) && !isDeleted && <CopyAccountView details={details} />}
      {details.brought === null && <WhatWasSent jobId={details.jobId} />}
    </div>
  )
}

/** In a box of one size, so that nothing under it moves from image to image. */
function Preview({ image }: { readonly image: ImageDetails }) {
  const { t, i18n } = useTranslation()
  const { commands } = useStores()
  return (
    <button
      type="button"
      aria-label={t('gallery.quickLook')}
      onClick={() => commands.run('quickLook')}
      className="relative grid aspect-[3/2] max-h-72 w-full shrink-0 cursor-zoom-in place-items-center rounded-medium bg-canvas"
    >
      {image.decoded ? (
        <img
          src={pictureAddress('thumb', image)}
          alt=""
          draggable={false}
          className="keep-colours absolute inset-0 size-full rounded-medium object-contain"
        />
      ) : (
        <span className="flex flex-col items-center gap-2 p-3 text-center text-small text-balance text-dim">
          <ImageOff size={24} strokeWidth={1.25} aria-hidden />
          {unshownWords(image, t, i18n.language)}
        </span>
      )}
    </button>
  )
}

type Answer =
  | { readonly details: ImageDetails; readonly cost: ImageCost; readonly history: JobHistory | null }
  | { readonly failure: AppError }

/** Null until the first answer; the one before is kept until the next is known. */
function useAnswer(id: string): Answer | null {
  const { client } = useStores()
  // What a request has cost is shared among its images: another one changes the share of this one.
  const revision = useGallery(({ shape }) => shape?.revision)
  const [answer, setAnswer] = useState<Answer | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads anew with each revision
  useEffect(() => {
    let dropped = false
    const read = async (): Promise<Answer> => {
      const [details, cost] = await Promise.all([
        client.call('images.details', { id }),
        client.call('images.cost', { id }),
      ])
      return { details, cost, history: await client.call('jobs.history', { id: details.jobId }) }
    }
    read().then(
      (known) => !dropped && setAnswer(known),
      (thrown: unknown) => !dropped && setAnswer({ failure: appErrorOf(thrown) }),
    )
    return () => {
      dropped = true
    }
  }, [client, id, revision])
  return answer
}
