import { type ReactNode, useRef } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { classNames } from '../../ui/classNames'
import { FocusTip } from '../../ui/FocusTip'
import { useContextMenu } from '../../ui/useContextMenu'

export interface RowWords {
  readonly title: string
  /** Its accessible name, also shown on hover and focus; default: the title. */
  readonly whole?: string
  /** How many images. Follows the title and stays visible if that is cut; no comma, which would follow the dots. */
  readonly count?: string
  readonly fact: string
  readonly next?: string
  readonly tone?: 'plain' | 'bad'
}

interface RowShellProps extends RowWords {
  /** Follows the fact: when it is retried. */
  readonly then?: ReactNode
  /** At the end of the fact's line. */
  readonly aside?: ReactNode
  /** Covers the end of the title while the row is hovered or has the focus, so that nothing moves. */
  readonly corner?: ReactNode
  /** Below the fact: a progress line. */
  readonly progress?: ReactNode
  /** Link-like buttons. */
  readonly actions?: ReactNode
  /** The items of its context menu. */
  readonly menu?: ReactNode
  /** Enter does this while the row itself has the focus. */
  readonly onEnter?: () => void
  /** It needs the user. */
  readonly warn?: boolean
  /** The fact is cut to one line, and shown in full on hover. */
  readonly brief?: boolean
  /** It is inside a row that takes the focus itself. */
  readonly inner?: boolean
  readonly batchId: string
  readonly children?: ReactNode
}

/** A row: what it is, a fact, then its actions. */
export function RowShell(props: RowShellProps) {
  const {
    title,
    whole = title,
    count = '',
    fact,
    next = '',
    then,
    tone = 'plain',
    aside,
    corner,
    progress,
    actions,
    menu,
    onEnter,
    warn,
    brief = false,
    inner = false,
    batchId,
    children,
  } = props
  const { t } = useTranslation()
  const row = useRef<HTMLDivElement>(null)
  const context = useContextMenu(t('queue.order.menu', { name: whole }), menu)
  const own = inner
    ? {}
    : {
        'data-line': '',
        role: 'group',
        'aria-label': whole,
        tabIndex: -1,
        onContextMenu: context.onContextMenu,
        onKeyDown: (event: { readonly key: string; readonly target: EventTarget }) => {
          if (event.key === 'Enter' && event.target === row.current) onEnter?.()
        },
      }
  return (
    <FocusTip text={inner || whole === title ? null : whole}>
      <div
        ref={row}
        data-batch={batchId}
        {...own}
        className={classNames(
          'group relative flex flex-col gap-0.5 py-2 pr-2 pl-4 focus-visible:-outline-offset-2',
          !inner && 'bg-panel focus:bg-raise',
          warn && 'shadow-[inset_2px_0_var(--warn)]',
        )}
      >
        <p className="flex" title={whole}>
          <span dir="auto" className="truncate">
            {title}
          </span>
          {count !== '' && <span className="shrink-0 pl-2 text-dim"> {count}</span>}
        </p>
        {corner !== undefined && (
          <div className="absolute top-2 right-2 flex gap-4 bg-inherit pl-3 text-small leading-(--text-base--line-height) opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
            {corner}
          </div>
        )}
        <div className="flex items-baseline justify-between gap-3 text-small text-dim">
          <p
            className={classNames('min-w-0 first-letter:uppercase', brief && 'truncate')}
            {...(brief ? { title: fact } : {})}
          >
            <span className={classNames(tone === 'bad' && 'text-bad')}>{fact}</span>
            {then !== undefined && <> {then}</>}
            {next !== '' && <span className="text-faint"> {next}</span>}
          </p>
          {aside !== undefined && <span className="shrink-0 whitespace-pre tabular-nums">{aside}</span>}
        </div>
        {progress !== undefined && <div className="pt-1.5 pb-0.5">{progress}</div>}
        {actions !== undefined && (
          <div
            className={classNames(
              'flex flex-wrap items-baseline gap-x-4 gap-y-1 pt-0.5 text-small',
              warn && 'justify-between',
            )}
          >
            {actions}
          </div>
        )}
        {children}
        {context.menu}
      </div>
    </FocusTip>
  )
}
