import { MoreHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { Menu } from '../../ui/Menu'

interface RowMenuProps {
  /** Of the row. */
  readonly name: string
  readonly children: ReactNode
}

/** The button for what isn't in sight of a row; no higher than a line, its dots at the end of it. */
export function RowMenu({ name, children }: RowMenuProps) {
  const { t } = useTranslation()
  return (
    // The empty character gives it the baseline of a line, which an icon alone doesn't have.
    <span className="-my-1.5 -mr-2 flex items-center before:content-['\200b']">
      <Menu icon={MoreHorizontal} label={t('queue.order.menu', { name })}>
        {children}
      </Menu>
    </span>
  )
}
