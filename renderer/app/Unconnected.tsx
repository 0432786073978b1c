import { useTranslation } from 'react-i18next'
import { classNames } from '../ui/classNames'
import { ServiceChoice } from './ServiceChoice'

interface UnconnectedProps {
  /** `bar`: at the bottom of a narrow window. */
  readonly variant: 'column' | 'bar'
}

/** Takes Compose's place while there are images but no connection to request more. */
export function Unconnected({ variant }: UnconnectedProps) {
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
