import { useTranslation } from 'react-i18next'
import { useApp } from '../stores/storesContext'
import { Plate } from './Plate'
import { inRing } from './regionRing'
import { ServiceChoice } from './ServiceChoice'

/** What the person sees on a first run. */
export function FirstRun() {
  const { t } = useTranslation()
  const libraryPath = useApp((state) => state.libraryPath)

  return (
    <main
      aria-label={t('frame.firstRun.region')}
      className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-6"
      {...inRing('[data-home-focus]')}
    >
      <div className="flex w-full max-w-160 flex-col gap-8">
        <div className="flex flex-col items-center gap-6 text-center">
          <Plate />
          <div className="flex flex-col gap-2">
            <h2 className="text-large font-semibold text-balance">{t('frame.firstRun.title')}</h2>
            <p className="text-balance text-dim">{t('frame.firstRun.lead')}</p>
          </div>
        </div>
        <ServiceChoice autoFocus className="grid gap-4 narrow:grid-cols-2" />
        <p className="selectable text-center text-small text-balance text-faint">
          {t('frame.firstRun.library', { path: libraryPath })}
        </p>
      </div>
    </main>
  )
}
