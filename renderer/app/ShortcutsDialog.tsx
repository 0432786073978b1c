import { useId } from 'react'
import { useShownKeys } from '../parts/useShownKeys'
import { useTranslation } from '../parts/useTranslation'
import { type Shortcut, type ShortcutGroup, shortcutGroups } from '../stores/shortcuts'
import { Dialog } from '../ui/Dialog'
import { Kbd } from '../ui/Kbd'

const groups = Object.entries(shortcutGroups) as [ShortcutGroup, readonly Shortcut[]][]

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('frame.shortcuts.title')}
      lead={t('frame.shortcuts.lead')}
      closeLabel={t('frame.close')}
      size="large"
      onClose={onClose}
    >
      <div className="gap-8 sm:columns-2">
        {groups.map(([group, list]) => (
          <Group key={group} group={group} list={list} />
        ))}
      </div>
    </Dialog>
  )
}

interface GroupProps {
  readonly group: ShortcutGroup
  readonly list: readonly Shortcut[]
}

function Group({ group, list }: GroupProps) {
  const { t } = useTranslation()
  const shown = useShownKeys()
  const title = useId()
  return (
    <section aria-labelledby={title} className="break-inside-avoid pb-4">
      <h3 id={title} className="pb-2 font-semibold">
        {t(`frame.shortcuts.group.${group}`)}
      </h3>
      <dl className="flex flex-col gap-2">
        {list.map(({ keys, label }) => (
          <div key={label} className="flex items-center justify-between gap-4">
            <dt>{t(`frame.shortcuts.${label}`)}</dt>
            <dd>
              <Kbd keys={shown(keys)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
