import { noTableCounts, type OpenTable, type TableCounts } from '@shared/model/table'
import { z } from 'zod'
import type { CheckedRow } from '../checks/rowCheck'
import { remarkBits } from './checkValues'
import { isSkipped, isWrong } from './conditions'
import type { StagingDatabase } from './stagingDatabase'

/** The counts of some rows; tallies of different rows can be added up. */
export interface Tally {
  readonly counts: TableCounts
  /** What the button queues, by what its price depends on, as `CheckedRow.priced`. */
  readonly byPrice: ReadonlyMap<string, Amounts>
}

interface Amounts {
  readonly requests: number
  readonly images: number
}

/**
 * How many models and sizes are listed, those with the most requests: a wrongly chosen column must not make every message long.
 */
const alikeMaximum = 500

const remarkCounts = Object.entries(remarkBits)
  .map(([remark, bit]) => `sum(queued AND left_out & ${bit} <> 0) AS ${remark}`)
  .join(', ')

export const emptyTally: Tally = { counts: noTableCounts, byPrice: new Map() }

/** The tally of a range of rows. */
export function tallyRows(db: StagingDatabase, again: boolean, from: number, to: number): Tally {
  const groups = db.all<TableCounts & { readonly model: string | null }>(
    `SELECT iif(queued, model, NULL) AS model, count(*) AS rows, sum(wrong) AS wrong, sum(known) AS known,
       sum(selected) AS selected, sum(selected AND wrong) AS selectedWrong, sum(queued) AS toQueue,
       ${remarkCounts}, sum(queued * requests) AS requests, sum(queued * images) AS images
     FROM (SELECT model, requests, images, left_out, selected, known_json IS NOT NULL AS known,
         ${isWrong} AND NOT ${isSkipped(again)} AS wrong,
         selected AND NOT ${isWrong} AND NOT ${isSkipped(again)} AS queued
       FROM checks WHERE row BETWEEN ? AND ?)
     GROUP BY 1`,
    [from, to],
  )
  return groups.reduce<Tally>((tally, { model, ...group }) => {
    const counts = sum(tally.counts, group, 1)
    return { counts, byPrice: sumAmounts(tally.byPrice, new Map([[model ?? '', group]]), 1) }
  }, emptyTally)
}

/** Counts rows as they are read: selected, and not known. */
export function createReadTally() {
  let counts = { ...noTableCounts }
  let byPrice = new Map<string, Amounts>()
  return {
    add({ errors, requests, images, remarks, priced }: CheckedRow): void {
      counts.rows += 1
      counts.selected += 1
      if (errors.length > 0 || priced === null) {
        counts.wrong += 1
        counts.selectedWrong += 1
        return
      }
      counts.toQueue += 1
      for (const remark of remarks) counts[remark] += 1
      counts.requests += requests
      counts.images += images
      byPrice.set(priced, sumOf(byPrice.get(priced), { requests, images }, 1))
    },
    /** What was counted since the last call. */
    take(): Tally {
      const taken = { counts, byPrice }
      counts = { ...noTableCounts }
      byPrice = new Map()
      return taken
    },
  }
}

export function plus(one: Tally, other: Tally): Tally {
  return { counts: sum(one.counts, other.counts, 1), byPrice: sumAmounts(one.byPrice, other.byPrice, 1) }
}

export function minus(one: Tally, other: Tally): Tally {
  return { counts: sum(one.counts, other.counts, -1), byPrice: sumAmounts(one.byPrice, other.byPrice, -1) }
}

export function requestsByPrice({ byPrice }: Tally): OpenTable['requestsByPrice'] {
  const alike = [...byPrice].filter(([, { requests }]) => requests > 0)
  if (alike.length > alikeMaximum) alike.sort(([, a], [, b]) => b.requests - a.requests).length = alikeMaximum
  return alike.map(([priced, { requests, images }]) => ({ ...readPriced(priced), requests, images }))
}

const pricedSchema = z.tuple([z.string(), z.string().nullable()])

function readPriced(priced: string): { readonly model: string; readonly size: string | null } {
  try {
    const [model, size] = pricedSchema.parse(JSON.parse(priced))
    return { model, size }
  } catch {
    return { model: priced, size: null }
  }
}

function sum(one: TableCounts, other: TableCounts, sign: 1 | -1): TableCounts {
  return {
    rows: one.rows + sign * other.rows,
    wrong: one.wrong + sign * other.wrong,
    known: one.known + sign * other.known,
    selected: one.selected + sign * other.selected,
    selectedWrong: one.selectedWrong + sign * other.selectedWrong,
    toQueue: one.toQueue + sign * other.toQueue,
    leftOut: one.leftOut + sign * other.leftOut,
    unsentSizes: one.unsentSizes + sign * other.unsentSizes,
    unsentReferences: one.unsentReferences + sign * other.unsentReferences,
    textBraces: one.textBraces + sign * other.textBraces,
    requests: one.requests + sign * other.requests,
    images: one.images + sign * other.images,
  }
}

const sumOf = (one: Amounts | undefined, other: Amounts, sign: 1 | -1): Amounts => ({
  requests: (one?.requests ?? 0) + sign * other.requests,
  images: (one?.images ?? 0) + sign * other.images,
})

function sumAmounts(
  one: ReadonlyMap<string, Amounts>,
  other: ReadonlyMap<string, Amounts>,
  sign: 1 | -1,
): ReadonlyMap<string, Amounts> {
  const both = new Map(one)
  for (const [priced, amounts] of other) both.set(priced, sumOf(both.get(priced), amounts, sign))
  return both
}
