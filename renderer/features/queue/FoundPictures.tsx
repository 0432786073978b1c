import type { FoundPicture } from '@shared/model/foundPicture'
import type { Job } from '@shared/model/job'
import { ImageOff, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAct } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import { type Verb, VerbButtons } from '../../parts/Verbs'
import { useStores } from '../../stores/storesContext'
import { IconButton } from '../../ui/IconButton'
import { Lightbox } from '../../ui/Lightbox'

/** What may be the images of a job, each with a picture: the user says what it is. Nothing while none is known. */
export function FoundPictures({ job }: { readonly job: Job }) {
  const { t } = useTranslation()
  const pictures = useFound(job)
  if (pictures.length === 0) return null
  return (
    <ul aria-label={t('queue.found.list')} className="flex flex-col gap-2 pt-1.5 pb-0.5">
      {pictures.map((picture, at) => (
        <Found key={picture.position} job={job} picture={picture} number={at + 1} />
      ))}
    </ul>
  )
}

interface FoundProps {
  readonly job: Job
  readonly picture: FoundPicture
  /** 1-based. */
  readonly number: number
}

function Found({ job: { id }, picture, number }: FoundProps) {
  const { t } = useTranslation()
  const { client } = useStores()
  const act = useAct()
  const { position, preview, host } = picture
  const answer = (isImage: boolean) => () => {
    void act(() => client.call('found.answer', { id, position, isImage }))
  }
  const verb = (key: 'yes' | 'no' | 'save', run: () => void): Verb => ({
    key,
    label: t(`queue.found.${key}`),
    name: t(`queue.found.${key}Name`, { number }),
    run,
  })
  const verbs = [
    verb('yes', answer(true)),
    verb('no', answer(false)),
    verb('save', () => void act(() => client.call('found.save', { id, position }))),
  ]
  return (
    <li className="flex items-center gap-3">
      <Picture picture={picture} number={number} verbs={verbs} />
      <div className="flex min-w-0 flex-col gap-0.5 text-small">
        <span className="truncate text-dim" title={host ?? undefined}>
          {host ?? t('queue.found.inside')}
        </span>
        {preview !== null && (
          <span className="text-faint tabular-nums">
            {t('queue.found.size', { width: preview.width, height: preview.height })}
          </span>
        )}
        <span className="flex flex-wrap gap-x-4 gap-y-1">
          <VerbButtons verbs={verbs} />
        </span>
      </div>
    </li>
  )
}

interface PictureProps extends Pick<FoundProps, 'picture' | 'number'> {
  /** What can be done with it, in the large view too. */
  readonly verbs: readonly Verb[]
}

function Picture({ picture: { preview }, number, verbs }: PictureProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    // While it is open, it keeps the focus.
    flushSync(() => setOpened(false))
    opener.current?.focus()
  }
  const closing = verbs.map((verb) => ({
    ...verb,
    run() {
      close()
      verb.run()
    },
  }))
  const box = 'flex size-16 shrink-0 items-center justify-center rounded-small border border-line bg-canvas'
  if (preview === null)
    return (
      <span className={box} title={t('queue.found.unshown')}>
        <ImageOff size={18} strokeWidth={1.75} className="text-faint" aria-hidden />
      </span>
    )
  const name = t('queue.found.picture', { number })
  const source = `cyanotype://preview/${preview.id}`
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-label={t('queue.found.open', { number })}
        onClick={() => setOpened(true)}
      >
        <span className={box}>
          <img src={source} alt="" className="keep-colours size-full rounded-small object-contain" />
        </span>
      </button>
      {opened && (
        <Lightbox title={name} onClose={close}>
          <div className="flex min-h-0 flex-1 items-center justify-center p-4">
            <img src={source} alt={name} className="keep-colours max-h-full max-w-full object-contain" />
          </div>
          <div className="flex items-center gap-4 border-t border-line bg-panel px-4 py-2">
            <p>{t('queue.found.title')}</p>
            <VerbButtons verbs={closing} />
            <IconButton icon={X} label={t('queue.found.close')} onClick={close} className="ml-auto" />
          </div>
        </Lightbox>
      )}
    </>
  )
}

/** Read anew whenever there are more or fewer; what was read before stays until then. */
function useFound({ id, found }: Job): readonly FoundPicture[] {
  const { client } = useStores()
  const [pictures, setPictures] = useState<readonly FoundPicture[]>([])
  useEffect(() => {
    let dropped = false
    const take = (read: readonly FoundPicture[]) => !dropped && setPictures(read)
    if (found === 0) take([])
    // Without its pictures, the row still says what is asked.
    else client.call('found.list', { id }).then(take, () => take([]))
    return () => {
      dropped = true
    }
  }, [client, id, found])
  return pictures
}
