import type { ReactNode } from 'react'
import { classNames } from '../../ui/classNames'

export interface RowWords {
  readonly title: string
  /** Follows the title and stays when that is cut: how many images. No comma, which would stand apart from the dots. */
  readonly count?: string
  readonly fact: string
  readonly next?: string
  readonly tone?: 'plain' | 'bad'
}

interface RowShellProps extends RowWords {
  /** Follows the fact: when it is tried again. */
  readonly then?: ReactNode
  /** At the end of the fact's line. */
  readonly aside?: ReactNode
  /** At the end of the title's line while the row is pointed at or has the keyboard. */
  readonly corner?: ReactNode
  /** Below the fact: a progress line. */
  readonly progress?: ReactNode
  /** Link-like buttons. */
  readonly actions?: ReactNode
  /** It needs the person. */
  readonly warn?: boolean
  readonly batchId: string
  readonly children?: ReactNode
}

/** A row: what it is, a fact, then what can be done. */
export function RowShell(props: RowShellProps) {
  const {
    title,
    count = '',
    fact,
    next = '',
    then,
    tone = 'plain',
    aside,
    corner,
    progress,
    actions,
    warn,
    batchId,
    children,
  } = props
  return (
    <div
      data-batch={batchId}
      tabIndex={-1}
      className={classNames(
        'group flex flex-col gap-0.5 py-2 pr-2 pl-4 focus:bg-raise focus-visible:-outline-offset-2',
        warn && 'shadow-[inset_2px_0_var(--warn)]',
      )}
    >
      <div className="flex items-baseline">
        <p className="flex min-w-0 flex-1" title={title}>
          <span dir="auto" className="truncate">
            {title}
          </span>
          {count !== '' && <span className="shrink-0 pl-1 whitespace-pre text-dim"> {count}</span>}
        </p>
        {corner !== undefined && (
          <div className="w-0 overflow-hidden text-small whitespace-nowrap group-focus-within:ml-3 group-focus-within:w-auto group-hover:ml-3 group-hover:w-auto">
            {corner}
          </div>
        )}
      </div>
      <div className="flex items-baseline justify-between gap-3 text-small text-dim">
        <p className="min-w-0">
          <span className={classNames(tone === 'bad' && 'text-bad')}>{fact}</span>
          {then !== undefined && <> {then}</>}
          {next !== '' && <span className="text-faint"> {next}</span>}
        </p>
        {aside !== undefined && <span className="shrink-0 whitespace-pre tabular-nums">{aside}</span>}
      </div>
      {progress !== undefined && <div className="pt-1.5 pb-0.5">{progress}</div>}
      {actions !== undefined && (
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 pt-0.5 text-small">{actions}</div>
      )}
      {children}
    </div>
  )
}
