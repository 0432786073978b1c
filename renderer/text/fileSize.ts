const units = [
  { unit: 'gigabyte', bytes: 1_000_000_000, digits: 1 },
  { unit: 'megabyte', bytes: 1_000_000, digits: 1 },
  { unit: 'kilobyte', bytes: 1000, digits: 0 },
] as const
const smallest = { unit: 'byte', bytes: 1, digits: 0 } as const

/** “2.4 MB”, “512 bytes”. */
export function fileSize(bytes: number, locale: string): string {
  const { unit, bytes: length, digits } = units.find((one) => bytes >= one.bytes) ?? smallest
  // The short name of a byte has no plural.
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay,
    maximumFractionDigits: digits,
  }).format(bytes / length)
}
