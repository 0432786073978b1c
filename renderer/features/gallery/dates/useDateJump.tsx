import { Popover } from 'radix-ui'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useTranslation } from '../../../parts/useTranslation'
import { useCommand } from '../../../stores/storesContext'
import { useAfterClose } from '../../../ui/afterClose'
import { type Layout, rowAtOffset, sectionIndexOf, startOf, topOf } from '../layout/layout'
import { DateForm } from './DateForm'
import { nearestDay } from './nearestDay'

export interface DateJump {
  /** To be drawn anywhere; nothing while it is closed. */
  readonly popover: ReactNode
  /** Asks for a date below the one that was pressed; false if none was. */
  onClick(target: EventTarget): boolean
  /** Goes to the first image of a day, or else of the nearest one. */
  goTo(day: string): void
}

/** What is laid out, and how far it is scrolled. */
interface ScrolledList {
  readonly layout: Layout
  offset(): number
  scrollTo(offset: number): void
}

interface Asked {
  /** Below which the question is put. */
  readonly anchor: { readonly current: { getBoundingClientRect(): DOMRect } }
  /** What is in the field at first. */
  readonly day: string
}

/** Going to a day of the list. `go` is told of the user's choice, `select` makes a tile the current one. */
export function useDateJump(
  scroller: RefObject<HTMLElement | null>,
  view: ScrolledList,
  { go, select }: { readonly go: (day: string) => void; readonly select: (tile: number) => void },
): DateJump {
  const { t } = useTranslation()
  const { layout } = view
  const [asked, setAsked] = useState<Asked | null>(null)
  const opener = useRef<HTMLElement>(null)
  const { choose, content, onCloseAutoFocus } = useAfterClose(opener)
  const days = layout.sections.flatMap(({ key, titled }) => (titled ? key : []))

  const ask = (place: DOMRect, day: string) => {
    const { activeElement } = document
    opener.current = activeElement instanceof HTMLElement ? activeElement : null
    setAsked({ anchor: { current: { getBoundingClientRect: () => place } }, day })
  }

  useCommand('goToDate', () => {
    const element = scroller.current
    if (element === null) return
    const { x, y } = element.getBoundingClientRect()
    const shown = layout.sections[sectionIndexOf(layout, rowAtOffset(layout, view.offset()))]
    const day = shown?.titled ? shown.key : days[0]
    ask(new DOMRect(x + Number.parseFloat(getComputedStyle(element).paddingLeft || '0'), y), day ?? '')
  })

  return {
    popover: asked !== null && (
      <Popover.Root open onOpenChange={(isOpen) => !isOpen && setAsked(null)}>
        <Popover.Anchor virtualRef={asked.anchor} />
        <Popover.Portal>
          <Popover.Content
            ref={content}
            aria-label={t('gallery.goToDate.title')}
            align="start"
            sideOffset={4}
            collisionPadding={8}
            onCloseAutoFocus={onCloseAutoFocus}
            className="z-10 w-64 max-w-[calc(100vw-16px)] rounded-large border border-line bg-panel p-3 text-text shadow-float"
          >
            <DateForm
              days={days}
              first={asked.day}
              onGo={(day) => {
                choose(() => go(day))
                setAsked(null)
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    ),
    onClick(target) {
      const date = target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null
      const day = date?.dataset.day
      if (date === null || day === undefined) return false
      ask(date.getBoundingClientRect(), day)
      return true
    },
    goTo(wanted) {
      const day = nearestDay(days, wanted)
      const header = layout.firstRows[layout.sections.findIndex(({ key }) => key === day)]
      if (day === null || header === undefined) return
      select(startOf(layout, header))
      view.scrollTo(topOf(layout, header))
    },
  }
}
