import { PanelRightClose } from 'lucide-react'
import { Activity, type ReactNode } from 'react'
import { DetailsPanel } from '../features/gallery/DetailsPanel'
import { QueueRegion } from '../features/queue/QueueRegion'
import { useTranslation } from '../parts/useTranslation'
import { classNames } from '../ui/classNames'
import { IconButton } from '../ui/IconButton'
import { Separator } from '../ui/Separator'
import { FaultBoundary } from './FaultBoundary'
import { inRing } from './regionRing'
import { SideTabs, sideIds } from './SideTabs'
import { usePaneWidth } from './usePaneWidth'
import type { Side, SideTab } from './useSide'

const ring = { queue: inRing('[tabindex="0"]'), details: inRing('aside') }

interface SideColumnsProps {
  readonly side: Side
  /** Folds one away; a ref that takes the focus from the button that brought it. */
  readonly fold: (tab: SideTab) => {
    readonly ref: (button: HTMLButtonElement | null) => void
    readonly onClick: () => void
  }
  /** At the end of the queue's head. */
  readonly corner: ReactNode
}

/**
 * Details and the queue: a column each, or one column with a tab for each. What isn't shown keeps its rows open and its
 * place, but no longer listens or draws.
 */
export function SideColumns({ side, fold, corner }: SideColumnsProps) {
  const { t } = useTranslation()
  const queuePane = usePaneWidth('queueWidth')
  const detailsPane = usePaneWidth('detailsWidth')
  const isTabs = side.form === 'tabs'

  const queueSeparator = <Separator label={t('frame.resizeQueue')} pane="right" {...queuePane} />
  const foldButton = (tab: SideTab) => (
    <IconButton
      icon={PanelRightClose}
      label={t(tab === 'queue' ? 'frame.hideQueue' : 'frame.hideDetails')}
      {...fold(tab)}
    />
  )
  const panel = (tab: SideTab, width: number) => ({
    ...(side.isShown(tab) ? ring[tab] : {}),
    id: sideIds(tab).panel,
    hidden: !side.isShown(tab),
    ...(isTabs ? { role: 'tabpanel', 'aria-labelledby': sideIds(tab).tab } : { style: { flexBasis: width } }),
    className: classNames(
      'min-h-0 flex-col bg-panel',
      side.isShown(tab) && 'flex',
      isTabs ? 'flex-1' : 'min-w-60',
    ),
  })

  return (
    <>
      {isTabs && side.isOpen && queueSeparator}
      {!isTabs && side.isShown('details') && (
        <Separator label={t('frame.resizeDetails')} pane="right" {...detailsPane} />
      )}
      <div
        hidden={isTabs && !side.isOpen}
        style={isTabs ? { flexBasis: queuePane.width } : undefined}
        className={
          isTabs ? classNames('min-h-0 min-w-60 flex-col bg-panel', side.isOpen && 'flex') : 'contents'
        }
      >
        {isTabs && side.isOpen && (
          <div className="flex shrink-0 items-center gap-1 py-2.5 pr-2 pl-4">
            <SideTabs side={side} />
            {foldButton(side.tab)}
          </div>
        )}
        <div {...panel('details', detailsPane.width)}>
          {side.isShown('details') && (
            <div
              className={
                isTabs ? 'sr-only' : 'flex shrink-0 items-center justify-between pt-0.5 pr-2 pb-1.5 pl-4'
              }
            >
              <h2 className="text-small font-semibold">{t('frame.side.details')}</h2>
              {!isTabs && foldButton('details')}
            </div>
          )}
          <Shown when={side.isShown('details')}>
            <DetailsPanel />
          </Shown>
        </div>
        {!isTabs && side.isOpen && queueSeparator}
        <div {...panel('queue', queuePane.width)}>
          <Shown when={side.isShown('queue')}>
            <QueueRegion
              variant="column"
              isTitled={!isTabs}
              corner={
                !isTabs && (
                  <>
                    {corner}
                    {foldButton('queue')}
                  </>
                )
              }
            />
          </Shown>
        </div>
      </div>
    </>
  )
}

function Shown({ when, children }: { readonly when: boolean; readonly children: ReactNode }) {
  return (
    <Activity mode={when ? 'visible' : 'hidden'}>
      <FaultBoundary>{children}</FaultBoundary>
    </Activity>
  )
}
