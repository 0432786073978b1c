import { useTranslation } from '../parts/useTranslation'
import { useApp } from '../stores/storesContext'
import { inRing } from './regionRing'
import { ServiceChoice } from './ServiceChoice'

/** What the user sees on a first run. */
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

/** Leaves of a fern, from the tip down: [position on the stem, length]. */
const leaves = [
  [21, 7],
  [28, 12],
  [35, 17],
  [42, 22],
  [49, 26],
  [56, 29],
  [63, 31],
  [70, 31],
  [77, 28],
  [84, 22],
] as const

/** A leaf as a lens from the stem to its tip, rising to the right (`side` 1) or to the left (-1). */
function leaf(top: number, length: number, side: 1 | -1): string {
  const tip = `${48 + side * length} ${top - length * 0.42}`
  const over = `${48 + side * length * 0.38} ${top - length * 0.28 - 2}`
  const under = `${48 + side * length * 0.55} ${top - length * 0.17 + 1.5}`
  return `M48 ${top} Q${over} ${tip} Q${under} 48 ${top + 1}Z`
}

/** The picture of the first run: a fern laid on a plate and printed by the sun. */
function Plate() {
  return (
    <svg viewBox="0 0 96 120" aria-hidden className="keep-colours h-[min(160px,28vh)]">
      <rect width="96" height="120" rx="3" className="fill-[#17406f]" />
      <rect x="6" y="6" width="84" height="108" className="fill-[#1f5593]" />
      <g className="fill-white/90">
        <path d="M47.6 14 Q 49.4 62 46.6 108 L48.6 108 Q 50.4 62 48.4 14Z" />
        {leaves.map(([top, length]) => (
          <path key={top} d={`${leaf(top, length, 1)}${leaf(top + 3, length * 0.97, -1)}`} />
        ))}
      </g>
    </svg>
  )
}
