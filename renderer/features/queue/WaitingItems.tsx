import type { Place, Priority } from '@shared/model/queue'
import type { ReactNode } from 'react'
import { useShownKeys } from '../../parts/useShownKeys'
import { useTranslation } from '../../parts/useTranslation'
import { MenuChoice, MenuItem, MenuLine } from '../../ui/Menu'

interface WaitingItemsProps {
  readonly onMove: (place: Place) => void
  readonly priority?: { readonly value: Priority; readonly onChange: (priority: Priority) => void }
  /** Further actions. */
  readonly children?: ReactNode
}

const priorities: readonly Priority[] = ['high', 'normal', 'low']
const moves = [
  ['top', 'Alt+Home'],
  ['up', 'Alt+ArrowUp'],
  ['down', 'Alt+ArrowDown'],
  ['bottom', 'Alt+End'],
] as const

/** The items of the menu of something that is waiting. */
export function WaitingItems({ onMove, priority, children }: WaitingItemsProps) {
  const { t } = useTranslation()
  const shown = useShownKeys()
  return (
    <>
      {moves.map(([to, keys]) => (
        <MenuItem key={to} keys={shown(keys)} onSelect={() => onMove({ to })}>
          {t(`queue.order.${to}`)}
        </MenuItem>
      ))}
      {priority !== undefined && (
        <>
          <MenuLine />
          <MenuChoice
            label={t('queue.order.priority')}
            value={priority.value}
            options={priorities.map((value) => ({ value, label: t(`queue.order.${value}`) }))}
            onChange={priority.onChange}
          />
        </>
      )}
      {children !== undefined && (
        <>
          <MenuLine />
          {children}
        </>
      )}
    </>
  )
}
