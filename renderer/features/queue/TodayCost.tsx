import { Popover } from 'radix-ui'
import { useTranslation } from '../../parts/useTranslation'
import { useApp, useQueue } from '../../stores/storesContext'
import { billedFirst, headDetails, headWords } from '../../text/costWords'
import { Button } from '../../ui/Button'

/**
 * The queue's money in one line that never wraps: what was spent today, is in flight and is waiting, and the cap. Each
 * connection has its own, since their credits can't be added up. Pressed, it shows the figures one by one.
 */
export function TodayCost() {
  const { t } = useTranslation()
  const costs = useQueue(({ overview }) => overview?.costs) ?? []
  const connections = useApp((state) => state.connections)
  if (costs.length === 0) return <p className="h-5 truncate text-faint">{t('money.nothingToday')}</p>

  const lines = billedFirst(costs).map((cost) => {
    const cap = connections.find(({ id }) => id === cost.connectionId)?.dailyCap ?? null
    return { ...cost, words: headWords(cost, cap, t), details: headDetails(cost, cap, t) }
  })
  const line = lines
    .map(({ name, words }) => (lines.length === 1 ? words : t('money.todayOf', { name, spent: words })))
    .join('; ')

  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button look="link" title={line} className="flex! h-5 max-w-full min-w-0 shrink! justify-start!">
          <span className="truncate text-dim tabular-nums first-letter:uppercase">{line}</span>
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={t('money.details.title')}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-10 max-w-[calc(100vw-16px)] rounded-large border border-line bg-panel px-4 py-3 text-small text-text shadow-float"
        >
          {lines.map(({ connectionId, name, details }) => (
            <section key={connectionId} className="not-first:pt-3">
              <h3 className="pb-1 font-medium">{name}</h3>
              <dl className="selectable grid grid-cols-[auto_auto] gap-x-6 gap-y-1">
                {details.map(({ label, value }) => (
                  <div key={label} className="contents">
                    <dt className="text-dim">{label}</dt>
                    <dd className="text-right tabular-nums">{value}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
