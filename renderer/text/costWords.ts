import type { Connection } from '@shared/model/connection'
import {
  addCosts,
  type BatchCost,
  type ConnectionCost,
  type Cost,
  type JobsCost,
  lessCost,
  roundedCredits,
  type Spent,
} from '@shared/model/cost'
import { sentExtra } from '@shared/model/draft'
import type { ImageCost, ImagesCost } from '@shared/model/imageCost'
import type { Job } from '@shared/model/job'
import { costOfRequests } from '@shared/model/prices'
import type { TFunction } from 'i18next'

export interface CostWordsOptions {
  /** Whether it is the demo service's play money, which then gets its own name. */
  readonly demo: boolean
}

/** In lines that may be cut at their end, what is really billed is never behind the demo service's play money. */
export const billedFirst = <C extends { readonly demo: boolean }>(costs: readonly C[]): readonly C[] => [
  ...costs.filter(({ demo }) => !demo),
  ...costs.filter(({ demo }) => demo),
]

/**
 * "about 24 credits", "at least 24 credits", "about 24 credits (billed per image)", "cost unknown", or "about 24 credits
 * plus 3 requests of unknown cost".
 */
export function costWords(cost: Cost, t: TFunction, { demo }: CostWordsOptions): string {
  const { requests, credits, unpriced, atLeast, billing } = cost
  if (unpriced > 0 && unpriced === requests) return t('money.unknown')
  const sum = t(atLeast ? 'money.atLeast' : 'money.about', { amount: amountWords(credits, t, demo) })
  const amount = billing === undefined ? sum : t(`money.billedPer.${billing}`, { amount: sum })
  return unpriced === 0
    ? amount
    : t('money.partly', { amount, unpriced: t('money.unpriced', { count: unpriced }) })
}

/** What requests without an answer may have cost: "up to 6 credits"; null if that is unknown. */
export function mayCostWords(
  jobs: readonly Pick<Job, 'request'>[],
  connection: Connection | null,
  t: TFunction,
): string | null {
  if (connection === null) return null
  const { prices, kind } = connection
  const { credits, unpriced, atLeast } = addCosts(
    jobs.map(({ request }) => costOfRequests(1, prices, request, sentExtra(request).length > 0)),
  )
  return unpriced > 0 || atLeast
    ? null
    : t('money.upTo', { amount: amountWords(credits, t, kind === 'demo') })
}

/** What was surely spent on a batch: "8 credits"; empty if nothing was, or if a price is unknown. */
export function spentWords(spent: Cost, t: TFunction, { demo }: CostWordsOptions): string {
  return spent.requests === 0 || spent.unpriced > 0 ? '' : amountWords(spent.credits, t, demo)
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

/**
 * The queue's head, for one connection: "42 today, 7 in flight, 206.5 waiting, cap 400". What doesn't exist isn't named,
 * and the unit only where there is room; details have it.
 */
export function headWords(cost: ConnectionCost, cap: number | null, t: TFunction): string {
  const { today, inFlight, waiting, demo } = cost
  const rest = lessCost(today.maybe, inFlight)
  if (inFlight.requests + waiting.requests === 0 && cap === null) return todayWords(today, t, { demo })
  const kinds = [
    { key: 'today', cost: today.surely },
    { key: 'maybe', cost: rest },
    { key: 'inFlight', cost: inFlight },
    { key: 'waiting', cost: waiting },
  ] as const
  const there = kinds.filter(({ cost }) => cost.requests > 0)
  const isShort = there.length + (cap === null ? 0 : 1) <= 2
  const parts = there.map(({ key, cost }, at) => {
    if (key === 'today' && !isPriced(cost)) return t('money.head.unknownToday')
    const withUnit = isShort && there.findIndex(({ cost }) => isPriced(cost)) === at
    return t(`money.head.${key}`, { amount: shortWords(cost, t, withUnit ? demo : null) })
  })
  return [...parts, ...(cap === null ? [] : [t('money.head.cap', { cap: numberWords(cap, t) })])].join(', ')
}

/** "206.5", "59 requests", "206.5 plus 3 unpriced"; `unit`: whether credits are play money, null without their name. */
function shortWords(
  { requests, credits, unpriced, atLeast }: Cost,
  t: TFunction,
  unit: boolean | null,
): string {
  if (unpriced === requests) return t('money.head.requests', { count: requests })
  const number = unit === null ? numberWords(credits, t) : amountWords(credits, t, unit)
  const amount = atLeast ? t('money.atLeast', { amount: number }) : number
  return unpriced === 0 ? amount : t('money.head.partly', { amount, count: unpriced })
}

/** The same figures one by one, with the number of requests of each. */
export function headDetails(
  cost: ConnectionCost,
  cap: number | null,
  t: TFunction,
): readonly { readonly label: string; readonly value: string }[] {
  const { today, inFlight, waiting, demo } = cost
  const rest = lessCost(today.maybe, inFlight)
  const line = (key: 'today' | 'inFlight' | 'maybe' | 'waiting', of: Cost) =>
    of.requests === 0
      ? []
      : [
          {
            label: t(`money.details.${key}`),
            value: t('money.details.of', {
              amount: shortWords(of, t, demo),
              requests: t('compose.requests', { count: of.requests }),
            }),
          },
        ]
  const used = addCosts([today.surely, today.maybe]).credits
  const left =
    cap === null
      ? []
      : [{ label: t('money.details.left'), value: amountWords(Math.max(0, cap - used), t, demo) }]
  return [
    ...line('today', today.surely),
    ...line('inFlight', inFlight),
    ...line('maybe', rest),
    ...line('waiting', waiting),
    ...(cap === null ? [] : [{ label: t('money.details.cap'), value: amountWords(cap, t, demo) }]),
    ...left,
  ]
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

/** What an image has cost: "2 credits", "2 credits, up to 2 more", "cost unknown". */
export function imageCostWords({ surely, maybe, isKnown, demo }: ImageCost, t: TFunction): string {
  return imageSumWords({ surely, maybe, unknown: isKnown ? 0 : 1, demo }, t) ?? t('money.unknown')
}

/** What images have cost, by connection if there are several: "236 credits, up to 6 more"; null if nothing is known. */
export function imagesCostWords(costs: readonly ImagesCost[], t: TFunction): string | null {
  const ordered = billedFirst(costs)
  const known = ordered.map((cost) => imageSumWords(cost, t))
  if (known.every((each) => each === null)) return null
  const words = ordered.map(({ name, unknown }, at) => {
    const cost = known[at] ?? t('money.unknownImages', { count: unknown })
    return costs.length === 1 ? cost : t('money.costOf', { cost, name })
  })
  return words.join(', ')
}

function imageSumWords(
  { surely, maybe, unknown, demo }: Pick<ImagesCost, 'surely' | 'maybe' | 'unknown' | 'demo'>,
  t: TFunction,
): string | null {
  if (surely === 0 && maybe === 0 && unknown > 0) return null
  const amount =
    surely === 0 && maybe > 0
      ? [t('money.upTo', { amount: amountWords(maybe, t, demo) })]
      : [
          amountWords(surely, t, demo),
          ...(maybe > 0 ? [t('money.maybe', { amount: numberWords(maybe, t) })] : []),
        ]
  return [...amount, ...(unknown > 0 ? [t('money.unknownImages', { count: unknown })] : [])].join(', ')
}

const isPriced = ({ requests, unpriced }: Cost): boolean => requests > unpriced

function amountWords(credits: number, t: TFunction, demo: boolean): string {
  return t(demo ? 'money.demoCredits' : 'money.credits', { count: roundedCredits(credits) })
}

function numberWords(credits: number, t: TFunction): string {
  return t('money.number', { count: roundedCredits(credits) })
}

function maybeWords(maybe: Cost, t: TFunction): readonly string[] {
  return isPriced(maybe) ? [t('money.maybe', { amount: numberWords(maybe.credits, t) })] : []
}

function unpricedWords(unpriced: number, t: TFunction): readonly string[] {
  return unpriced > 0 ? [t('money.unpriced', { count: unpriced })] : []
}
