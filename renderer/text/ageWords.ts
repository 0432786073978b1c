const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "3 hours"; at least a minute. */
export function ageWords(ms: number, locale: string): string {
  const [unit, length] = units.find(([, least]) => ms >= least) ?? (['minute', 60_000] as const)
  const count = Math.max(1, Math.floor(ms / length))
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
