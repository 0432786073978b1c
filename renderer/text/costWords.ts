import { addCosts, type BatchCost, type Cost, type Spent } from '@shared/model/cost'
import type { TFunction } from 'i18next'

export interface CostWordsOptions {
  /** Play money of the demo service, called so. */
  readonly demo: boolean
}

/** "about 24 credits", "cost unknown", or "about 24 credits and 3 requests of unknown cost". */
export function costWords(cost: Cost, t: TFunction, { demo }: CostWordsOptions): string {
  const { requests, credits, unpriced } = cost
  if (unpriced > 0 && unpriced === requests) return t('money.unknown')
  const amount = amountWords(credits, t, demo)
  return unpriced === 0
    ? t('money.about', { amount })
    : t('money.partly', { amount, unpriced: t('money.unpriced', { count: unpriced }) })
}

/** What one connection was sent since midnight: "About 24 credits today, 6 maybe". */
export function todayWords({ surely, maybe }: Spent, t: TFunction, { demo }: CostWordsOptions): string {
  const { requests, unpriced } = addCosts([surely, maybe])
  if (requests === 0) return t('money.nothingToday')
  if (unpriced === requests) return t('money.unknownToday')
  const words = isPriced(surely)
    ? [t('money.today', { amount: amountWords(surely.credits, t, demo) }), ...maybeWords(maybe, t)]
    : [t('money.maybeToday', { amount: amountWords(maybe.credits, t, demo) })]
  return [...words, ...unpricedWords(unpriced, t)].join(', ')
}

/** A batch: what is still to come, then what was sent of it: "about 50 credits to come, 24 credits spent, 6 maybe". */
export function batchCostWords(cost: BatchCost, t: TFunction, { demo }: CostWordsOptions): string {
  const { waiting, surely, maybe } = cost
  const { unpriced } = addCosts([surely, maybe])
  const words = [
    ...(waiting.requests > 0 ? [t('money.waiting', { cost: costWords(waiting, t, { demo }) })] : []),
    ...(isPriced(surely) ? [t('money.spent', { amount: amountWords(surely.credits, t, demo) })] : []),
    ...(isPriced(surely) || !isPriced(maybe)
      ? maybeWords(maybe, t)
      : [t('money.maybeOnly', { amount: amountWords(maybe.credits, t, demo) })]),
    ...unpricedWords(unpriced, t),
  ]
  return words.join(', ')
}

const isPriced = ({ requests, unpriced }: Cost): boolean => requests > unpriced

function amountWords(credits: number, t: TFunction, demo: boolean): string {
  return t(demo ? 'money.demoCredits' : 'money.credits', { count: credits })
}

function maybeWords(maybe: Cost, t: TFunction): readonly string[] {
  return isPriced(maybe) ? [t('money.maybe', { number: t('money.number', { count: maybe.credits }) })] : []
}

function unpricedWords(unpriced: number, t: TFunction): readonly string[] {
  return unpriced > 0 ? [t('money.unpriced', { count: unpriced })] : []
}
