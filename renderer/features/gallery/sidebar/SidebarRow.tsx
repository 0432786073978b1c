import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { useTranslation } from '../../../parts/useTranslation'
import { classNames } from '../../../ui/classNames'

interface SidebarRowProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'className' | 'name'> {
  readonly icon: LucideIcon
  readonly name: string
  /** How many images it has; null if that isn't known, or for a verb. */
  readonly count: number | null
  readonly isShown?: boolean
  /** What is dragged would be dropped on it. */
  readonly isUnderDrag?: boolean
}

/** A row of the sidebar: an icon, a name and a number, which are words of their own to whoever speaks to the window. */
export function SidebarRow({
  icon: Icon,
  name,
  count,
  isShown = false,
  isUnderDrag = false,
  ...rest
}: SidebarRowProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-label={count === null ? name : t('gallery.sidebar.entry', { name, count })}
      aria-current={isShown}
      title={name}
      className={classNames(
        'flex h-7 w-full min-w-0 items-center gap-2 rounded-medium px-2 text-left',
        isShown ? 'bg-raise text-text' : 'text-dim hover:bg-raise hover:text-text',
        isUnderDrag && 'outline-2 -outline-offset-2 outline-accent',
      )}
      {...rest}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {name}
      </span>{' '}
      {count !== null && (
        <span aria-hidden className="shrink-0 text-small text-faint tabular-nums">
          {t('gallery.number', { count })}
        </span>
      )}
    </button>
  )
}
