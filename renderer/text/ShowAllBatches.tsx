import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/storesContext'
import { Button } from '../ui/Button'
import { useFocusReturned } from '../ui/useFocusReturned'

/** Takes back that one batch alone is shown, in words; it goes away with that. */
export function ShowAllBatches() {
  const { t } = useTranslation()
  const { batchFilter } = useStores()
  const around = useFocusReturned<HTMLSpanElement>()
  return (
    <span ref={around}>
      <Button look="link" onClick={() => batchFilter.show(null)}>
        {t('batches.showAll')}
      </Button>
    </span>
  )
}
