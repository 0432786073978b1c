import type { AppError } from '@shared/errors'
import type { Preview } from '@shared/model/reference'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { appErrorOf } from '../client/failure'
import { useStores } from '../stores/storesContext'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { IconButton } from '../ui/IconButton'
import { Lightbox } from '../ui/Lightbox'
import { ProgressRing } from '../ui/ProgressRing'
import { useErrorText } from './useErrorText'
import { useTranslation } from './useTranslation'

interface ReferencePreviewProps {
  readonly url: string
  /** 1-based. */
  readonly position: number
  readonly total: number
  readonly connectionId: string
  readonly onClose: () => void
}

/** A reference as it looks now. The main process fetches it because the user asked; it is kept while this is open. */
export function ReferencePreview({ url, position, total, connectionId, onClose }: ReferencePreviewProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { preview, failure, look } = usePreview(connectionId, url)
  const words = failure === null ? null : errorText(failure)
  const fetching = t('references.preview.fetching', { host: new URL(url).host })

  return (
    <Lightbox title={t('references.preview.title', { position, total })} onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 p-4">
        {preview !== null && (
          <img
            src={`cyanotype://preview/${preview.id}`}
            alt={t('references.preview.picture', { position })}
            className="keep-colours max-h-full max-w-full rounded-small bg-raise object-contain"
          />
        )}
        {words !== null && (
          <div role="alert">
            <EmptyState title={words.cause} hint={words.next}>
              <Button className="mt-2" onClick={look}>
                {t('references.preview.again')}
              </Button>
            </EmptyState>
          </div>
        )}
        {preview === null && words === null && (
          <>
            <ProgressRing value={null} label={fetching} />
            <p className="text-small text-dim">{fetching}</p>
          </>
        )}
      </div>
      <div className="flex items-center gap-4 border-t border-line bg-panel px-4 py-2">
        <p className="selectable min-w-0 flex-1 truncate text-left" title={url}>
          {url}
        </p>
        {preview !== null && (
          <span className="shrink-0 text-small text-dim">
            {t('references.preview.size', { width: preview.width, height: preview.height })}
          </span>
        )}
        <IconButton icon={X} label={t('references.preview.close')} onClick={onClose} />
      </div>
    </Lightbox>
  )
}

interface Looked {
  readonly preview: Preview | null
  readonly failure: AppError | null
  /** Fetches it again. */
  readonly look: () => void
}

function usePreview(connectionId: string, url: string): Looked {
  const { client } = useStores()
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<Omit<Looked, 'look'>>({ preview: null, failure: null })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches it again
  useEffect(() => {
    let closed = false
    setAnswer({ preview: null, failure: null })
    client.call('references.preview', { connectionId, url }).then(
      (preview) => !closed && setAnswer({ preview, failure: null }),
      (thrown: unknown) => !closed && setAnswer({ preview: null, failure: appErrorOf(thrown) }),
    )
    return () => {
      closed = true
      void client.call('references.closePreview', null).catch(() => {})
    }
  }, [client, connectionId, url, tries])

  return { ...answer, look: () => setTries(tries + 1) }
}
