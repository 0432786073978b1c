import { useShownKeys } from '../parts/useShownKeys'
import { useTranslation } from '../parts/useTranslation'
import { shortcuts } from '../stores/shortcuts'
import { Dialog } from '../ui/Dialog'
import { Kbd } from '../ui/Kbd'

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const shown = useShownKeys()
  return (
    <Dialog
      title={t('frame.shortcuts.title')}
      lead={t('frame.shortcuts.lead')}
      closeLabel={t('frame.close')}
      onClose={onClose}
    >
      <dl className="flex flex-col gap-2">
        {shortcuts.map(({ keys, label }) => (
          <div key={label} className="flex items-center justify-between gap-4">
            <dt>{t(`frame.shortcuts.${label}`)}</dt>
            <dd>
              <Kbd keys={shown(keys)} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
