import type { Connection } from '@shared/model/connection'
import type { TaughtPlace } from '@shared/model/taughtPlace'
import { useAct } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'

/** The places in a connection's answers that the user taught, each to be removed. */
export function TaughtPlaces({ connection: { id, taught } }: { readonly connection: Connection }) {
  const { t } = useTranslation()
  const { client } = useStores()
  const act = useAct()
  const remove = (place: TaughtPlace) => () => {
    void act(() => client.call('connections.forgetTaught', { id, place }))
  }
  return (
    <div className="flex flex-col gap-2 pt-3">
      <p className="text-small text-dim">{t('connection.taught.hint')}</p>
      <ul aria-label={t('connection.taught.title')} className="flex flex-col">
        {taught.map((place) => {
          const path = pathText(place)
          return (
            <li
              key={`${place.role} ${path}`}
              className="flex min-h-9 items-center gap-3 border-b border-line"
            >
              <span className="w-16 shrink-0 text-small text-dim">
                {t(`connection.taught.${place.role}`)}
              </span>
              <code dir="auto" title={path} className="selectable min-w-0 flex-1 truncate text-small">
                {path}
              </code>
              <Button
                look="ghost"
                aria-label={t('connection.taught.removeName', { path })}
                onClick={remove(place)}
              >
                {t('connection.taught.remove')}
              </Button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** As it is written in code: `results[*].url`. */
function pathText({ path }: TaughtPlace): string {
  return path.reduce<string>((text, step) => {
    if (step === '*' || typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}
