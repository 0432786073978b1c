import { preferencesSchema } from '@shared/model/preferences'
import { PanelRightClose } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ComposeRegion } from '../features/compose/ComposeRegion'
import { GalleryRegion } from '../features/gallery/GalleryRegion'
import { QueueRegion } from '../features/queue/QueueRegion'
import { useChangePreferences } from '../parts/useChangePreferences'
import { useApp, useQueue } from '../stores/storesContext'
import { Button } from '../ui/Button'
import { classNames } from '../ui/classNames'
import { IconButton } from '../ui/IconButton'
import { Separator } from '../ui/Separator'
import { useMedia } from '../ui/useMedia'
import { FailedView, FaultBoundary } from './FaultBoundary'
import { inRing } from './regionRing'
import { ServiceChoice } from './ServiceChoice'
import { Toasts } from './Toasts'

const { composeWidth: composeBounds, queueWidth: queueBounds } = preferencesSchema.shape

const composeRing = inRing('[data-home-focus]')
const queueRing = inRing('[tabindex="0"]')

/** Toasts still tell what was done, and undo it. */
const galleryFailed = (restart: () => void) => (
  <div className="flex h-full flex-col">
    <FailedView onRestart={restart} />
    <Toasts />
  </div>
)

/** The three regions: side by side where there is room; otherwise the queue is a strip and Compose a bar. */
export function Regions() {
  const changePreferences = useChangePreferences()
  const { t } = useTranslation()
  const connected = useApp(({ connections }) => connections.length > 0)
  const kept = useApp(({ preferences }) => preferences)
  const [composeWidth, setComposeWidth] = useState(kept.composeWidth)
  const [queueWidth, setQueueWidth] = useState(kept.queueWidth)
  const [queueShown, setQueueShown] = useState(false)
  const sought = useQueue((state) => state.sought)
  const wide = useMedia('(min-width: 1180px)')
  const narrow = !useMedia('(min-width: 900px)')
  const queueColumn = wide || queueShown
  const toggled = useRef(false)
  const toggle = () => {
    toggled.current = true
    setQueueShown(!queueShown)
  }
  /** The pressed button disappeared: focus moves to the one that undoes it. */
  const takeFocus = (button: HTMLButtonElement | null) => {
    if (!toggled.current || button === null) return
    toggled.current = false
    button.focus()
  }

  // The person wants to see a batch: if the queue is a strip, open the column.
  if (sought !== null && !queueColumn) setQueueShown(true)

  return (
    <main className="flex min-h-94 flex-1 shrink-0 flex-col">
      <div className="flex min-h-0 flex-1 overflow-hidden">
        {!narrow && (
          <>
            <div style={{ flexBasis: composeWidth }} className="min-h-0 min-w-70" {...composeRing}>
              <FaultBoundary>
                {connected ? <ComposeRegion variant="column" /> : <Unconnected variant="column" />}
              </FaultBoundary>
            </div>
            <Separator
              label={t('frame.resizeCompose')}
              pane="left"
              width={composeWidth}
              min={composeBounds.minValue ?? composeWidth}
              max={composeBounds.maxValue ?? composeWidth}
              onChange={setComposeWidth}
              onCommit={(width) => changePreferences({ composeWidth: width })}
            />
          </>
        )}
        <div className="min-h-0 min-w-80 flex-1" {...inRing('[role=option][tabindex="0"]')}>
          <FaultBoundary fallback={galleryFailed}>
            <GalleryRegion>
              <Toasts />
            </GalleryRegion>
          </FaultBoundary>
        </div>
        {queueColumn && (
          <>
            <Separator
              label={t('frame.resizeQueue')}
              pane="right"
              width={queueWidth}
              min={queueBounds.minValue ?? queueWidth}
              max={queueBounds.maxValue ?? queueWidth}
              onChange={setQueueWidth}
              onCommit={(width) => changePreferences({ queueWidth: width })}
            />
            <div style={{ flexBasis: queueWidth }} className="min-h-0 min-w-60" {...queueRing}>
              <FaultBoundary>
                <QueueRegion
                  variant="column"
                  corner={
                    !wide && (
                      <IconButton
                        ref={takeFocus}
                        icon={PanelRightClose}
                        label={t('frame.hideQueue')}
                        onClick={toggle}
                      />
                    )
                  }
                />
              </FaultBoundary>
            </div>
          </>
        )}
      </div>
      {!queueColumn && (
        <div className="shrink-0 border-t border-line bg-panel" {...queueRing}>
          <FaultBoundary>
            <QueueRegion
              variant="strip"
              corner={
                <Button ref={takeFocus} look="ghost" className="text-small" onClick={toggle}>
                  {t('frame.showQueue')}
                </Button>
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
