import { noTableCounts, type TableCounts } from '@shared/model/table'
import type { CheckedRow } from '../checks/rowCheck'
import { leftOutBits } from './checkValues'
import { isSkipped, isWrong } from './conditions'
import type { StagingDatabase } from './stagingDatabase'

/** The counts of some rows; tallies of different rows can be added up. */
export interface Tally {
  readonly counts: TableCounts
  /** Requests of the rows that the button queues. */
  readonly byModel: ReadonlyMap<string, number>
}

/**
 * How many models are listed, those with the most requests: a wrongly chosen column must not make every message long.
 */
const modelsMaximum = 500

const sumOf = (what: keyof typeof leftOutBits): string =>
  `sum(queued AND left_out & ${leftOutBits[what]} <> 0)`

export const emptyTally: Tally = { counts: noTableCounts, byModel: new Map() }

/** The tally of a range of rows. */
export function tallyRows(db: StagingDatabase, again: boolean, from: number, to: number): Tally {
  const groups = db.all<TableCounts & { readonly model: string | null }>(
    `SELECT iif(queued, model, NULL) AS model, count(*) AS rows, sum(wrong) AS wrong, sum(known) AS known,
       sum(selected) AS selected, sum(selected AND wrong) AS selectedWrong, sum(queued) AS toQueue,
       ${sumOf('cells')} AS leftOut, ${sumOf('size')} AS unsentSizes,
       ${sumOf('references')} AS unsentReferences, sum(queued * requests) AS requests, sum(queued * images) AS images
     FROM (SELECT model, requests, images, left_out, selected, known_json IS NOT NULL AS known,
         ${isWrong} AND NOT ${isSkipped(again)} AS wrong,
         selected AND NOT ${isWrong} AND NOT ${isSkipped(again)} AS queued
       FROM checks WHERE row BETWEEN ? AND ?)
     GROUP BY 1`,
    [from, to],
  )
  return groups.reduce<Tally>((tally, { model, ...group }) => {
    const counts = sum(tally.counts, group, 1)
    return { counts, byModel: sumModels(tally.byModel, new Map([[model ?? '', group.requests]]), 1) }
  }, emptyTally)
}

/** Counts rows as they are read: selected, and not known. */
export function createReadTally() {
  let counts = { ...noTableCounts }
  let byModel = new Map<string, number>()
  return {
    add({ errors, requests, images, leftOut, unsent, drafts }: CheckedRow): void {
      counts.rows += 1
      counts.selected += 1
      const model = drafts[0]?.model
      if (errors.length > 0 || model === undefined) {
        counts.wrong += 1
        counts.selectedWrong += 1
        return
      }
      counts.toQueue += 1
      counts.leftOut += Number(leftOut)
      counts.unsentSizes += Number(unsent.includes('size'))
      counts.unsentReferences += Number(unsent.includes('references'))
      counts.requests += requests
      counts.images += images
      byModel.set(model, (byModel.get(model) ?? 0) + requests)
    },
    /** What was counted since the last call. */
    take(): Tally {
      const taken = { counts, byModel }
      counts = { ...noTableCounts }
      byModel = new Map()
      return taken
    },
  }
}

export function plus(one: Tally, other: Tally): Tally {
  return { counts: sum(one.counts, other.counts, 1), byModel: sumModels(one.byModel, other.byModel, 1) }
}

export function minus(one: Tally, other: Tally): Tally {
  return { counts: sum(one.counts, other.counts, -1), byModel: sumModels(one.byModel, other.byModel, -1) }
}

export function requestsByModel({ byModel }: Tally): Record<string, number> {
  const models = [...byModel].filter(([, requests]) => requests > 0)
  if (models.length > modelsMaximum) models.sort((a, b) => b[1] - a[1]).length = modelsMaximum
  return Object.fromEntries(models)
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
    requests: one.requests + sign * other.requests,
    images: one.images + sign * other.images,
  }
}

function sumModels(
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
  sign: 1 | -1,
): ReadonlyMap<string, number> {
  const both = new Map(one)
  for (const [model, requests] of other) both.set(model, (both.get(model) ?? 0) + sign * requests)
  return both
}
