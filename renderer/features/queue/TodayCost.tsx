import { useTranslation } from '../../parts/useTranslation'
import { useQueue } from '../../stores/storesContext'
import { todayWords } from '../../text/costWords'

/** What was spent today, one line per connection: credits of different connections can't be added up. */
export function TodayCost() {
  const { t } = useTranslation()
  const costs = useQueue(({ overview }) => overview?.costs)
  const sent = (costs ?? []).filter(({ today }) => today.surely.requests + today.maybe.requests > 0)
  if (sent.length === 0) return <p className="text-faint">{t('money.nothingToday')}</p>
  return sent.map(({ connectionId, name, today, demo }) => {
    const spent = todayWords(today, t, { demo })
    const words = sent.length === 1 ? spent : t('money.todayOf', { name, spent })
    return (
      <p key={connectionId} className="text-faint">
        {words}
      </p>
    )
  })
}
