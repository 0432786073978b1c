import { PanelRight } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useRef } from 'react'
import { ComposeRegion } from '../features/compose/ComposeRegion'
import { GalleryRegion } from '../features/gallery/GalleryRegion'
import { QueueRegion } from '../features/queue/QueueRegion'
import { useTranslation } from '../parts/useTranslation'
import { useApp, useCommand, useQueue } from '../stores/storesContext'
import { Button } from '../ui/Button'
import { classNames } from '../ui/classNames'
import { IconButton } from '../ui/IconButton'
import { Separator } from '../ui/Separator'
import { useMedia } from '../ui/useMedia'
import { FailedView, FaultBoundary } from './FaultBoundary'
import { QueueSaid } from './QueueSaid'
import { goRound, inRing } from './regionRing'
import { ServiceChoice } from './ServiceChoice'
import { SideColumns } from './SideColumns'
import { sideIds } from './SideTabs'
import { Toasts } from './Toasts'
import { usePaneWidth } from './usePaneWidth'
import { type SideTab, useSide } from './useSide'

const composeRing = inRing('[data-home-focus]')
const stripRing = inRing('[tabindex="0"]')

const isIn = (id: string): boolean => document.getElementById(id)?.contains(document.activeElement) ?? false

/** Toasts still tell what was done, and undo it. */
const galleryFailed = (restart: () => void) => (
  <div className="flex h-full flex-col">
    <FailedView onRestart={restart} />
    <Toasts />
  </div>
)

/** The regions: side by side where there is room; otherwise the queue is a strip and Compose a bar. */
export function Regions() {
  const { t } = useTranslation()
  const connected = useApp(({ connections }) => connections.length > 0)
  const composePane = usePaneWidth('composeWidth')
  const side = useSide()
  const sought = useQueue((state) => state.sought)
  const narrow = !useMedia('(min-width: 900px)')
  /** False in the first drawing: a prompt can be typed while the gallery and the queue, which take longer, are drawn. */
  const isWhole = useDeferredValue(true, false)
  /** What the user's press has shown or hidden: the pressed button disappeared. */
  const pressed = useRef<SideTab | null>(null)
  const press = (tab: SideTab, act: (tab: SideTab) => void) => ({
    /** Focus moves to the button that undoes the press. */
    ref: (button: HTMLButtonElement | null) => {
      if (pressed.current !== tab || button === null) return
      pressed.current = null
      button.focus()
    },
    onClick: () => {
      pressed.current = tab
      act(tab)
    },
  })

  // The user wants to see a batch.
  const showSought = useEffectEvent(() => {
    if (sought !== null && !side.isShown('queue')) side.show('queue')
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each batch is wanted once
  useEffect(showSought, [sought])

  useCommand('showDetails', () => side.show('details'))
  useCommand('details', () => {
    const leaves = side.isShown('details') && isIn(sideIds('details').panel)
    side.toggleDetails()
    if (leaves) goRound(-1)
  })
  const showDetails = !side.isShown('details') && (side.form === 'columns' || !side.isOpen) && (
    <IconButton icon={PanelRight} label={t('frame.showDetails')} {...press('details', side.show)} />
  )

  return (
    <main aria-busy={!isWhole} className="flex min-h-94 flex-1 shrink-0 flex-col">
      <QueueSaid />
      <div className="flex min-h-0 flex-1 overflow-hidden">
        {!narrow && (
          <>
            <div style={{ flexBasis: composePane.width }} className="min-h-0 min-w-70" {...composeRing}>
              <FaultBoundary>
                {connected ? <ComposeRegion variant="column" /> : <Unconnected variant="column" />}
              </FaultBoundary>
            </div>
            <Separator label={t('frame.resizeCompose')} pane="left" {...composePane} />
          </>
        )}
        <div className="min-h-0 min-w-80 flex-1" {...inRing('[role=option][tabindex="0"]')}>
          {isWhole && (
            <FaultBoundary fallback={galleryFailed}>
              <GalleryRegion>
                <Toasts />
              </GalleryRegion>
            </FaultBoundary>
          )}
        </div>
        {isWhole && <SideColumns side={side} fold={(tab) => press(tab, side.hide)} corner={showDetails} />}
      </div>
      {isWhole && !side.isOpen && (
        <div className="shrink-0 border-t border-line bg-panel" {...stripRing}>
          <FaultBoundary>
            <QueueRegion
              variant="strip"
              corner={
                <>
                  <Button look="ghost" className="text-small" {...press('queue', side.show)}>
                    {t('frame.showQueue')}
                  </Button>
                  {showDetails}
                </>
              }
            />
          </FaultBoundary>
        </div>
      )}
      {narrow && (
        <div className="contents" {...composeRing}>
          <FaultBoundary>
            {connected ? <ComposeRegion variant="bar" /> : <Unconnected variant="bar" />}
          </FaultBoundary>
        </div>
      )}
    </main>
  )
}

interface UnconnectedProps {
  /** `bar`: at the bottom of a narrow window. */
  readonly variant: 'column' | 'bar'
}

/** Takes Compose's place while there are images but no connection to request more. */
function Unconnected({ variant }: UnconnectedProps) {
  const { t } = useTranslation()
  const bar = variant === 'bar'
  return (
    <section
      aria-label={t('compose.region')}
      className={classNames(
        'flex shrink-0 flex-col gap-6 overflow-y-auto bg-panel p-4',
        bar ? 'max-h-[60%] border-t border-line' : 'h-full justify-center',
      )}
    >
      <p className="text-center text-balance text-dim">{t('frame.unconnected')}</p>
      <ServiceChoice className={classNames('grid gap-4', bar && 'grid-cols-2')} />
    </section>
  )
}
