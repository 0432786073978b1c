import { useStores } from '../stores/storesContext'
import { Button } from '../ui/Button'
import { useFocusReturned } from '../ui/useFocusReturned'
import { useTranslation } from './useTranslation'

/** A button that ends showing one batch alone; it then disappears. */
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
