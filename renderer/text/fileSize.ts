const units = [
  { unit: 'gigabyte', bytes: 1_000_000_000, digits: 1 },
  { unit: 'megabyte', bytes: 1_000_000, digits: 1 },
  { unit: 'kilobyte', bytes: 1000, digits: 0 },
] as const

/** “1.5 GB”, “3.2 MB”, “740 kB”. */
export function fileSize(bytes: number, locale: string): string {
  const { unit, bytes: one, digits } = units.find((each) => bytes >= each.bytes) ?? units[2]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(
    bytes / one,
  )
}
