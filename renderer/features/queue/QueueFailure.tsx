import type { AppError } from '@shared/errors'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useQueue, useStores } from '../../stores/storesContext'
import { useErrorText } from '../../text/errorText'
import { IconButton } from '../../ui/IconButton'
import { useFocusReturned } from '../../ui/useFocusReturned'

/** Why the last action on the queue failed. */
export function QueueFailure() {
  const failure = useQueue((state) => state.failure)
  return failure === null ? null : <ShownFailure failure={failure} />
}

function ShownFailure({ failure }: { readonly failure: AppError }) {
  const { t } = useTranslation()
  const { queue } = useStores()
  const { cause, next } = useErrorText()(failure)
  const line = useFocusReturned<HTMLDivElement>()
  return (
    <div
      ref={line}
      role="alert"
      data-line
      className="mx-4 flex items-start gap-2 border-t border-line py-1.5 text-small"
    >
      <p className="flex-1 py-1.5">
        <span className="text-bad">{cause}</span> <span className="text-faint">{next}</span>
      </p>
      <IconButton icon={X} label={t('frame.dismiss')} onClick={queue.dismissFailure} />
    </div>
  )
}
