import type { RouteInput, RouteOutput } from '@shared/ipc/contract'
import { localDay } from '@shared/model/image'
import { look } from './openDatabase'
import type { Post } from './service'
import type { World } from './world'

/** A connection as the user saved it: what its requests cost, and how much may be spent in a day. */
type Form = Pick<RouteInput<'connections.save'>['draft'], 'prices' | 'dailyCap'>

/** The answer to what the user saved. */
export interface Saving {
  answered(id: string): void
  refused(): void
}

export interface Sent {
  readonly key: string
  readonly connectionId: string
  readonly batchId: string
  readonly model: string
  /** As in its body. */
  readonly size: string | null
  readonly n: number | null
  /** Milliseconds since the epoch. */
  readonly claimedAt: number
}

/** What the user typed about money, and whether the app keeps to it. */
export interface Spending {
  saves(id: string | null, form: Form): Saving
  /** Notes how many images the app knows of, before it is asked what they cost. */
  lookAtImages(): void
  /** The app knows nothing of what was saved and sent since: a day's sum is that of then. Since the world began. */
  forget(since: number): void
  /** Judges a paid request as it is put on the wire. */
  send(sent: Sent): void
  /** Judges what the app says was spent today. `askedAt`: since the world began. */
  hearOverview(overview: Pick<RouteOutput<'queue.overview'>, 'costs'>, askedAt: number): void
  /** Judges what the app says that batches cost. */
  hearBatches(list: Pick<RouteOutput<'batches.list'>, 'rows'>, askedAt: number): void
}

/** Times are milliseconds since the world began. */
interface Saved extends Form {
  /** Null for a new connection until the answer names it. */
  id: string | null
  readonly run: number
  readonly at: number
  /** Null until it is answered, for good if the app ended before that. */
  answer: { readonly at: number; readonly isDone: boolean } | null
}

/** `prices`: those it may have been claimed at, for nobody sees when the app takes over what is being saved. */
interface Known extends Sent {
  readonly at: number
  /** When it was claimed, at the earliest. */
  readonly since: number
  readonly prices: readonly (Price | null)[]
}

/** What a request costs; `each`: what each image costs on top, of those that the service makes unasked. */
interface Price {
  readonly all: number
  readonly each: number
}

/** From the claim of a request until it is on the wire, in milliseconds. */
const longestMs = 60_000
/** A request that is claimed just before an answer may still be of the time before. In milliseconds. */
const graceMs = 5

/** Where the service chooses the size, it may be the dearest. */
function priceOf({ prices }: Form, { model, size, n }: Pick<Sent, 'model' | 'size' | 'n'>): Price | null {
  const price = prices[model] ?? null
  if (price === null || typeof price === 'number') return price === null ? null : { all: price, each: 0 }
  const { per, credits, sizes } = price
  const sized = size === null ? undefined : sizes[size]
  const unit = sized ?? credits
  if (unit === null) return null
  const one = size === null ? Math.max(unit, ...Object.values(sizes)) : unit
  return per === 'request' ? { all: one, each: 0 } : { all: one * (n ?? 1), each: one }
}
const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0)
/** With so many images in all. */
const costOf = ({ n }: Known, { all, each }: Price, images: number): number =>
  all + each * Math.max(0, images - (n ?? 1))
const least = (one: Known, unknown: number, images = 0): number =>
  Math.min(...one.prices.map((price) => (price === null ? unknown : costOf(one, price, images))))
const most = (one: Known, images: number): number =>
  Math.max(0, ...one.prices.map((price) => (price === null ? 0 : costOf(one, price, images))))
/** How many images each job has or is to have, by its id, as the app knows it. */
const imagesNow = (): ReadonlyMap<string, number> =>
  new Map(
    look<{ id: string; images: number }>('SELECT id, images FROM jobs', {}).map((job) => [
      job.id,
      job.images,
    ]),
  )

export function createSpending(world: World, posts: () => readonly Post[]): Spending {
  const saved: Saved[] = []
  const sent: Known[] = []
  let imagesBefore: ReadonlyMap<string, number> = new Map()

  /** Whether the app has `later` instead, at that time. */
  const isReplacedBy = (one: Saved, later: Saved, at: number): boolean =>
    later.answer?.isDone === true &&
    later.answer.at <= at - graceMs &&
    (later.run > one.run || (one.answer !== null && later.at >= one.answer.at))

  /** The forms of which one held at some time from `since` on: several while one is being saved. */
  function formsOf(connectionId: string, since: number): readonly Form[] {
    const own = saved.filter(({ id }) => id === connectionId || id === null)
    return own.filter((one, place) => !own.slice(place + 1).some((later) => isReplacedBy(one, later, since)))
  }

  /** Whether the service took it, or nobody can know that it didn't. A send that is mixed up with the next counts as not taken. */
  function isTaken({ key, at }: Known, isLostTaken: boolean): boolean {
    const next = sent.find((other) => other.key === key && other.at > at)
    const arrived = posts().filter((post) => post.key === key && post.at >= at)
    const own = arrived.filter((post) => next === undefined || post.at < next.at)
    return own.length === 0 ? isLostTaken && next === undefined : own.every((post) => post.mayBeBilled)
  }

  function isOver(form: Form, request: Sent): string | null {
    const { connectionId, claimedAt } = request
    const { dailyCap } = form
    const price = priceOf(form, request)?.all ?? null
    if (dailyCap === null || price === 0) return null
    if (price === null) return `at no known price, with a cap of ${dailyCap}`
    const day = localDay(claimedAt)
    const before = sent.filter(
      (one) =>
        one.connectionId === connectionId &&
        one.claimedAt <= claimedAt &&
        localDay(one.claimedAt) === day &&
        isTaken(one, true),
    )
    const spent = sum(before, (one) => least(one, priceOf(form, one)?.all ?? 0))
    return spent + price > dailyCap ? `for ${price} after ${spent} credits of ${dailyCap} a day` : null
  }

  /** Images that count for a request for sure: of one that was sent again, nobody knows which made them. */
  const knownImages = ({ key }: Known): number =>
    sent.filter((other) => other.key === key).length > 1 ? 0 : (imagesBefore.get(key) ?? 0)

  /** Whether that much may be told of requests: surely paid for, and perhaps. */
  function judge(
    whose: string,
    { surely, maybe }: { readonly surely: number; readonly maybe: number },
    requests: readonly Known[],
    askedAt: number,
  ): void {
    const images = imagesNow()
    const atMost = sum(requests, (one) => most(one, images.get(one.key) ?? 0))
    if (surely > atMost) world.fault(`${whose} is said to have cost ${surely}, and cost ${atMost} at most`)
    const atLeast = sum(
      requests.filter((one) => one.at < askedAt && isTaken(one, false)),
      (one) => least(one, 0, knownImages(one)),
    )
    if (surely + maybe < atLeast)
      world.fault(
        `${whose} is said to have cost ${surely} and perhaps ${maybe}, and cost ${atLeast} at least`,
      )
  }

  return {
    saves(id, { prices, dailyCap }) {
      const one: Saved = { id, prices, dailyCap, run: world.run(), at: world.elapsed(), answer: null }
      saved.push(one)
      return {
        answered(answeredId) {
          one.id = answeredId
          one.answer = { at: world.elapsed(), isDone: true }
        },
        refused() {
          one.answer = { at: world.elapsed(), isDone: false }
        },
      }
    },
    lookAtImages() {
      imagesBefore = imagesNow()
    },
    forget(since) {
      saved.splice(0, saved.length, ...saved.filter(({ at }) => at < since))
      // One that was claimed by then is known, and its answer may still be found.
      sent.splice(0, sent.length, ...sent.filter((one) => one.since < since))
    },
    send(one) {
      // If the clock was set since, it was claimed at some time in the last minute.
      const age = world.wasClockSet() ? longestMs : Math.max(0, world.now() - one.claimedAt)
      const since = world.elapsed() - age
      const forms = formsOf(one.connectionId, since)
      const over = forms.map((form) => isOver(form, one))
      // Nobody knows then which day it was at the claim.
      if (over.length > 0 && !over.includes(null) && !world.wasClockSet())
        world.fault(`${one.key} is sent ${over[0]}`)
      sent.push({ ...one, at: world.elapsed(), since, prices: forms.map((form) => priceOf(form, one)) })
    },
    hearOverview({ costs }, askedAt) {
      const now = world.now()
      // A day ended, or the clock was set, between the question and its answer.
      if (world.wasClockSet() || localDay(now - (world.elapsed() - askedAt)) !== localDay(now)) return
      for (const { connectionId, name, today } of costs) {
        const own = sent.filter((one) => one.connectionId === connectionId)
        const ofToday = own.filter(({ claimedAt }) => localDay(claimedAt) >= localDay(now))
        if (ofToday.some(({ claimedAt }) => claimedAt > now)) continue
        const { surely, maybe } = today
        judge(`${name} today`, { surely: surely.credits, maybe: maybe.credits }, ofToday, askedAt)
      }
    },
    hearBatches({ rows }, askedAt) {
      for (const { id, name, cost } of rows) {
        const own = sent.filter(({ batchId }) => batchId === id)
        judge(`“${name}”`, { surely: cost.surely.credits, maybe: cost.maybe.credits }, own, askedAt)
      }
    },
  }
}
