import {
  addCosts,
  type BatchCost,
  type ConnectionCost,
  type Cost,
  type JobsCost,
  type Spent,
} from '@shared/model/cost'
import type { TFunction } from 'i18next'

export interface CostWordsOptions {
  /** Whether it is the demo service's play money, which then gets its own name. */
  readonly demo: boolean
}

/** "about 24 credits", "cost unknown", or "about 24 credits plus 3 requests of unknown cost". */
export function costWords(cost: Cost, t: TFunction, { demo }: CostWordsOptions): string {
  const { requests, credits, unpriced } = cost
  if (unpriced > 0 && unpriced === requests) return t('money.unknown')
  const amount = amountWords(credits, t, demo)
  return unpriced === 0
    ? t('money.about', { amount })
    : t('money.partly', { amount, unpriced: t('money.unpriced', { count: unpriced }) })
}

/** What one connection spent since midnight: "About 24 credits today, up to 6 more". */
export function todayWords({ surely, maybe }: Spent, t: TFunction, { demo }: CostWordsOptions): string {
  const { requests, unpriced } = addCosts([surely, maybe])
  if (requests === 0) return t('money.nothingToday')
  if (unpriced === requests) return t('money.unknownToday')
  const words = isPriced(surely)
    ? [t('money.today', { amount: amountWords(surely.credits, t, demo) }), ...maybeWords(maybe, t)]
    : [t('money.maybeToday', { amount: amountWords(maybe.credits, t, demo) })]
  return [...words, ...unpricedWords(unpriced, t)].join(', ')
}

/** What is to be queued: "about 24 credits", or by connection if there are several. */
export function jobsCostWords(costs: readonly JobsCost[], t: TFunction): string {
  const words = costs.map(({ name, demo, cost }) => {
    const each = costWords(cost, t, { demo })
    return costs.length === 1 ? each : t('money.costOf', { cost: each, name })
  })
  return words.join(', ')
}

/** A connection: what it spent today, and what is waiting for it. */
export function connectionCostWords({ today, waiting, demo }: ConnectionCost, t: TFunction): string {
  const spent = todayWords(today, t, { demo })
  return [spent, ...waitingWords(waiting, t, demo)].join(', ')
}

/** A batch: what is still to come, then what it has spent: "about 50 credits to come, 24 spent, up to 6 more". */
export function batchCostWords(cost: BatchCost, t: TFunction, { demo }: CostWordsOptions): string {
  const { waiting, surely, maybe } = cost
  const all = addCosts([waiting, surely, maybe])
  if (all.requests === all.unpriced) return t('money.unknown')
  // The unit is named only once.
  const amount = ({ credits }: Cost) =>
    isPriced(waiting) ? numberWords(credits, t) : amountWords(credits, t, demo)
  const maybeAlone = isPriced(maybe) && !isPriced(surely)
  return [
    ...waitingWords(waiting, t, demo),
    ...(isPriced(surely) ? [t('money.spent', { amount: amount(surely) })] : []),
    ...(maybeAlone ? [t('money.maybeSpent', { amount: amount(maybe) })] : maybeWords(maybe, t)),
    ...unpricedWords(addCosts([surely, maybe]).unpriced, t),
  ].join(', ')
}

function waitingWords(waiting: Cost, t: TFunction, demo: boolean): readonly string[] {
  if (waiting.requests === 0) return []
  return isPriced(waiting)
    ? [t('money.waiting', { cost: costWords(waiting, t, { demo }) })]
    : [t('money.waitingUnknown')]
}

const isPriced = ({ requests, unpriced }: Cost): boolean => requests > unpriced

function amountWords(credits: number, t: TFunction, demo: boolean): string {
  return t(demo ? 'money.demoCredits' : 'money.credits', { count: credits })
}

function numberWords(credits: number, t: TFunction): string {
  return t('money.number', { count: credits })
}

function maybeWords(maybe: Cost, t: TFunction): readonly string[] {
  return isPriced(maybe) ? [t('money.maybe', { amount: numberWords(maybe.credits, t) })] : []
}

function unpricedWords(unpriced: number, t: TFunction): readonly string[] {
  return unpriced > 0 ? [t('money.unpriced', { count: unpriced })] : []
}
