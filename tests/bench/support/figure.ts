/** One measured figure, printed as a JSON line. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The limit to keep to, in the same unit; null for a figure that is only reported. */
  readonly target: number | null
}

/** Prints figures and remembers whether one missed its target. */
export function createReport() {
  let missed = false
  return {
    add({ name, value, unit, target }: Figure): void {
      const ok = target === null || value <= target
      missed ||= !ok
      console.log(JSON.stringify({ name, value: Number(value.toFixed(3)), unit, target, ok }))
    },
    /** 0 if every target was met, else 1. */
    exitCode: () => (missed ? 1 : 0),
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle]
  if (upper === undefined || lower === undefined) throw new Error('no values')
  return (lower + upper) / 2
}

/** The value below which a share of the values lies. Throws if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (found === undefined) throw new Error('no values')
  return found
}
