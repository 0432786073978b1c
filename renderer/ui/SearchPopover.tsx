import type { LucideIcon } from 'lucide-react'
import { Popover as Radix } from 'radix-ui'
import { useRef, useState } from 'react'
import { useAfterClose } from './afterClose'
import { Button } from './Button'
import { IconButton } from './IconButton'
import { SearchList, type SearchListProps } from './SearchList'

export interface FootAction {
  readonly label: string
  /** Done once the list has closed. */
  readonly unavailable?: boolean
  readonly onAct: () => void
}

interface SearchPopoverProps<Row> extends SearchListProps<Row> {
  readonly icon: LucideIcon
  readonly foot: readonly FootAction[]
}

/** A button that opens a searchable list; choosing a row closes it. */
export function SearchPopover<Row>({ icon, actions, foot, onChoose, ...list }: SearchPopoverProps<Row>) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const { choose, content, onCloseAutoFocus } = useAfterClose(button)
  const closeThen = (action: () => void): void => {
    choose(action)
    setOpen(false)
  }
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>
        <IconButton ref={button} icon={icon} label={list.label} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          ref={content}
          aria-label={list.label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={onCloseAutoFocus}
          className="z-10 flex max-h-[min(420px,var(--radix-popover-content-available-height))] w-88 max-w-[calc(100vw-16px)] flex-col rounded-large border border-line bg-panel text-text shadow-float"
        >
          <SearchList
            {...list}
            onChoose={(row: Row) => closeThen(() => onChoose(row))}
            actions={actions.map((action) => ({
              ...action,
              onAct: (row: Row) => (action.closes ? closeThen(() => action.onAct(row)) : action.onAct(row)),
            }))}
          />
          {foot.length > 0 && (
            <div className="flex justify-between gap-2 border-t border-line p-1">
              {foot.map(({ label, unavailable = false, onAct }) => (
                <Button
                  key={label}
                  look="ghost"
                  className="text-small"
                  unavailable={unavailable}
                  onClick={() => unavailable || closeThen(onAct)}
                >
                  {label}
                </Button>
              ))}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
