import { ChevronDown, ChevronUp } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '../parts/useTranslation'
import { BannerPlaceContext } from '../ui/Banner'
import { Button } from '../ui/Button'
import { classNames } from '../ui/classNames'
import { useFocusReturned } from '../ui/useFocusReturned'

/**
 * Banners in the free middle of the header, so that nothing below moves when one comes or goes: the gravest as a line,
 * and all of them in full over the window once the user asks.
 */
export function NoticeShelf({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const shelf = useFocusReturned<HTMLDivElement>()
  const list = useRef<HTMLDivElement>(null)
  const count = useChildCount(list)
  const [isAsked, setAsked] = useState(false)
  const isOpen = isAsked && count > 0
  const open = useCallback(() => setAsked(true), [])
  const close = useCallback(() => setAsked(false), [])
  const place = useMemo(() => ({ isLine: !isOpen, open }), [isOpen, open])
  useEffect(() => {
    if (count === 0) close()
  }, [count, close])
  useClosedFromOutside(shelf, isOpen, close)
  const others = t('frame.notices.others', { count: count - 1 })
  const name = isOpen ? t('frame.notices.less') : count > 1 ? others : t('frame.notices.full')
  const Arrow = isOpen ? ChevronUp : ChevronDown

  return (
    <div ref={shelf} className="@container/notices h-full min-w-0 flex-1">
      <div
        className={classNames(
          'flex',
          isOpen
            ? 'fixed inset-x-2 top-0 z-20 mx-auto max-h-[min(80vh,480px)] max-w-[960px] items-start overflow-y-auto rounded-b-large border border-t-0 border-line bg-panel pr-2 shadow-float'
            : 'h-full items-center gap-2',
        )}
      >
        <div
          ref={list}
          className={classNames(
            'min-w-0 flex-1',
            isOpen ? '[&>:last-child]:border-0' : 'gravest-alone h-full',
          )}
        >
          <BannerPlaceContext value={place}>{children}</BannerPlaceContext>
        </div>
        {count > 0 && (
          <Button
            look="ghost"
            aria-expanded={isOpen}
            aria-label={name}
            title={name}
            className={classNames('px-1.5', isOpen && 'mt-1.5')}
            onClick={isOpen ? close : open}
          >
            {count > 1 && !isOpen && (
              <span className="text-small">{t('frame.notices.more', { count: count - 1 })}</span>
            )}
            <Arrow size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {count > 1 && !isOpen ? others : ''}
      </p>
    </div>
  )
}

/** How many elements an element has: each banner decides itself whether it is shown. */
function useChildCount(parent: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(0)
  useLayoutEffect(() => {
    const element = parent.current
    if (element === null) return
    const look = () => setCount(element.childElementCount)
    look()
    const observer = new MutationObserver(look)
    observer.observe(element, { childList: true })
    return () => observer.disconnect()
  }, [parent])
  return count
}

/** Escape, a press elsewhere and a focus elsewhere close it. */
function useClosedFromOutside(
  element: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
): void {
  const onElsewhere = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node && element.current?.contains(target))) close()
  })
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      close()
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [isOpen, close])
}
