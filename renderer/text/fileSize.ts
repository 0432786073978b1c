const units = [
  { unit: 'gigabyte', bytes: 1_000_000_000, digits: 1 },
  { unit: 'megabyte', bytes: 1_000_000, digits: 1 },
] as const
const smallest = { unit: 'kilobyte', bytes: 1000, digits: 0 } as const

/** “2.4 MB”. */
export function fileSize(bytes: number, locale: string): string {
  const { unit, bytes: length, digits } = units.find((one) => bytes >= one.bytes) ?? smallest
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(
    bytes / length,
  )
}
