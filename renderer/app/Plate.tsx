/** Fronds of a fern on both sides of a stem, as a cyanotype prints them: [distance from the top, reach]. */
const fronds = [
  [20, 9],
  [30, 14],
  [40, 19],
  [50, 23],
  [60, 26],
  [70, 27],
  [80, 25],
  [90, 20],
] as const

/** The picture of the first run: a fern laid on a blue plate. */
export function Plate() {
  return (
    <svg viewBox="0 0 96 120" aria-hidden className="keep-colours h-30 w-24">
      <rect width="96" height="120" rx="4" className="fill-[#1d4f86]" />
      <rect x="5.5" y="5.5" width="85" height="109" rx="2" fill="none" className="stroke-white/25" />
      <g className="stroke-white/90" fill="none" strokeLinecap="round">
        <path d="M48 110 C 50 84, 46 48, 48 12" strokeWidth="1.5" />
        {fronds.map(([top, reach]) => (
          <g key={top} strokeWidth="3">
            <path d={`M48 ${top + 8} Q ${48 + reach * 0.55} ${top + 4} ${48 + reach} ${top - 6}`} />
            <path d={`M48 ${top + 8} Q ${48 - reach * 0.55} ${top + 4} ${48 - reach} ${top - 6}`} />
          </g>
        ))}
      </g>
    </svg>
  )
}
