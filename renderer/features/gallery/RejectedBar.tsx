import { queryPart } from '@shared/model/imageQuery'
import { useTranslation } from '../../parts/useTranslation'
import { useGallery, useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { useFocusReturned } from '../../ui/useFocusReturned'

const rejectedText = queryPart('is', 'rejected')

/** Over the images that were rejected: a way to delete them all. Nothing over another list, or while there are none. */
export function RejectedBar() {
  const isShown = useGallery(({ shape }) => shape?.text.trim() === rejectedText && shape.flags.rejected > 0)
  return isShown ? <DeleteRejected /> : null
}

function DeleteRejected() {
  const { t } = useTranslation()
  const { commands } = useStores()
  const around = useFocusReturned<HTMLDivElement>()
  return (
    <div ref={around} className="flex min-h-8 shrink-0 items-center justify-end px-4 text-small">
      <Button look="link" onClick={() => commands.run('deleteRejected')}>
        {t('gallery.deleteRejected')}
      </Button>
    </div>
  )
}
