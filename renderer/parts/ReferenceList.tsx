import { Eye, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../ui/classNames'
import { IconButton } from '../ui/IconButton'
import { markLooks, useRowDrag } from '../ui/useRowDrag'
import { ReferencePreview } from './ReferencePreview'
import { addressParts, droppedAt, moveReference } from './referenceRows'
import { useTranslation } from './useTranslation'

interface ReferenceListProps {
  readonly image: readonly string[]
  /** The connection a reference is fetched for. */
  readonly connectionId: string
  readonly onChange: (image: string[]) => void
  readonly onEmptied: () => void
}

/** The references in the order they are sent. */
export function ReferenceList({ image, connectionId, onChange, onEmptied }: ReferenceListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const [lookedAt, setLookedAt] = useState<number | null>(null)
  const drag = useRowDrag(list, ({ id }, place) => {
    const from = Number(id)
    const to = droppedAt(from, place)
    change(moveReference(image, from, to), to)
  })

  const focusRow = (position: number): void => {
    const row = list.current?.children.item(position)
    if (row instanceof HTMLElement) row.focus()
    else onEmptied()
  }
  /** Changes the list and keeps the focus on a row of it. */
  const change = (changed: string[], focused: number): void => {
    flushSync(() => onChange(changed))
    focusRow(Math.min(focused, changed.length - 1))
  }
  const onKeyDown = (event: KeyboardEvent, position: number): void => {
    if (event.key === 'Delete') change(image.toSpliced(position, 1), position)
    else if (event.key === 'Enter' && event.target === event.currentTarget && !hasModifier(event))
      setLookedAt(position)
    else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      const to = event.key === 'ArrowUp' ? position - 1 : position + 1
      if (to >= 0 && to < image.length) change(moveReference(image, position, to), to)
    } else return
    event.preventDefault()
  }
  const url = lookedAt === null ? undefined : image[lookedAt]

  return (
    <>
      <ol ref={list} data-rows onPointerDown={drag.onPointerDown} className="flex flex-col gap-1">
        {image.map((one, position) => {
          const { host, end } = addressParts(one)
          const first = image.indexOf(one)
          const mark = drag.markOf(`${position}`)
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the same address may occur twice
              key={`${position} ${one}`}
              data-row={position}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the row handles the keys that move and remove it
              tabIndex={0}
              aria-label={t('references.row', { position: position + 1, total: image.length, url: one })}
              title={one}
              onKeyDown={(event) => onKeyDown(event, position)}
              className={classNames(
                'flex cursor-grab items-center rounded-medium border border-line pl-2 text-small',
                mark !== null && markLooks[mark],
              )}
            >
              <span className="mr-1 w-4 shrink-0 text-faint tabular-nums">{position + 1}</span>
              {/* A shortened ending begins with dots: one set of them is enough. */}
              <span className={classNames('min-w-0 truncate', end.startsWith('…') && 'text-clip')}>
                {host}
              </span>
              <span className="mr-auto shrink-0 text-dim">{end}</span>
              {first < position && (
                <span className="ml-1 shrink-0 text-warn">
                  {t('references.same', { position: first + 1 })}
                </span>
              )}
              <IconButton
                icon={Eye}
                label={t('references.look', { position: position + 1 })}
                onClick={() => setLookedAt(position)}
              />
              <IconButton
                icon={X}
                label={t('references.remove', { position: position + 1 })}
                onClick={() => change(image.toSpliced(position, 1), position)}
              />
            </li>
          )
        })}
      </ol>
      {lookedAt !== null && url !== undefined && (
        <ReferencePreview
          url={url}
          position={lookedAt + 1}
          total={image.length}
          connectionId={connectionId}
          onClose={() => {
            flushSync(() => setLookedAt(null))
            focusRow(lookedAt)
          }}
        />
      )}
    </>
  )
}

function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey
}
