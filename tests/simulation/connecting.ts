import { type ConnectionDraft, connectionDefaults } from '@shared/model/connection'
import { extraChoices } from './bodyCheck'
import { look } from './openDatabase'
import type { Orders } from './orders'
import { serviceKey } from './service'
import type { Spending } from './spending'
import type { Press } from './undoing'
import type { World } from './world'

/** The user's connections: makes them, and changes keys, prices and daily caps. */
export interface Connecting {
  connect(host: string): void
  replaceKey(id: string): void
  changePrices(id: string): void
  /** Nothing that was typed keeps its requests from being sent any more. */
  free(id: string): void
  /** Looks at what was spent. */
  readCosts(): void
}

/** A hold that ends by itself once cap and price allow the next request. */
const isOfCap = (code: string | null): boolean =>
  ['dailyCapReached', 'dailyCapTooLow', 'priceMissing'].includes(code ?? '')

type Typed = ConnectionDraft['prices'][string] | null

/** As the user types them: per request, or per image and by size. */
const typedPrices: readonly [Typed, ...Typed[]] = [
  10,
  4,
  25,
  0,
  null,
  { per: 'image', credits: 4, sizes: {} },
  { per: 'image', credits: 2, sizes: { '300x200': 7 } },
  { per: 'image', credits: null, sizes: { '300x200': 3 } },
  { per: 'request', credits: 10, sizes: { '300x200': 4 } },
]

const keys = [serviceKey, 'key-of-other-service', 'key-that-is-wrong'] as const

export function createConnecting(
  world: World,
  orders: Orders,
  spending: Spending,
  press: Press,
  {
    usesCaps,
    taskPathOf,
  }: { readonly usesCaps: boolean; readonly taskPathOf: (host: string) => string | null },
): Connecting {
  const { random } = world
  const typesPaths = random.chance(0.4)

  /** What a model costs, as the user says: it is always the same, or it changes, may be per image, and may be missing. */
  function drawPrices(): ConnectionDraft['prices'] {
    const prices: ConnectionDraft['prices'] = {}
    for (const model of ['m', 'w'] as const) {
      const price = usesCaps ? random.pick(typedPrices) : 10
      if (price !== null) prices[model] = price
    }
    return prices
  }

  const draft = (host: string) => ({
    ...connectionDefaults,
    name: host,
    baseUrl: `https://${host}`,
    pageUrl: '',
    taskPath: typesPaths ? taskPathOf(host) : null,
    fullBackground: random.chance(0.3),
    extra: { background: random.pick(extraChoices), direct: random.pick(extraChoices) },
    undeliveredImages: random.pick([1, 4, 200, 200]),
    prices: drawPrices(),
    dailyCap: usesCaps ? random.pick([null, 20, 30, 50, 50, 100, 100]) : null,
  })

  function save(
    words: string,
    id: string | null,
    form: ReturnType<typeof draft>,
    apiKey: string | null,
  ): void {
    const saving = spending.saves(id, form)
    press(
      words,
      'connections.save',
      { id, draft: form, apiKey },
      (saved) => saving.answered(saved.id),
      saving.refused,
    )
  }

  const nameOf = (id: string): string =>
    look<{ name: string }>('SELECT name FROM connections WHERE id = :id', { id })[0]?.name ?? ''

  return {
    connect: (host) => save(`connects to ${host}`, null, draft(host), serviceKey),
    replaceKey(id) {
      const apiKey = random.pick(keys)
      orders.resumed.set(id, world.now())
      save(`saves the key ${apiKey}`, id, draft(nameOf(id)), apiKey)
    },
    changePrices(id) {
      const [row] = look<{ name: string; cap: number | null }>(
        'SELECT name, daily_cap AS cap FROM connections WHERE id = :id',
        { id },
      )
      const drawn = draft(row?.name ?? '')
      // The form shows the cap of before.
      const form = random.chance(0.8) ? { ...drawn, dailyCap: row?.cap ?? null } : drawn
      const costs = JSON.stringify(form.prices)
      save(`says that requests cost ${costs}, ${form.dailyCap ?? 'any sum'} a day at most`, id, form, null)
    },
    free(id) {
      const [row] = look<{ name: string; held: string | null }>(
        "SELECT name, hold_json ->> '$.error.code' AS held FROM connections WHERE id = :id",
        { id },
      )
      orders.resumed.set(id, world.now())
      const generous = { prices: { m: 10, w: 4 }, dailyCap: random.pick([null, 100_000]) }
      save('', id, { ...draft(row?.name ?? ''), undeliveredImages: 200, ...generous }, serviceKey)
      if (!isOfCap(row?.held ?? null)) press('', 'connections.resume', { id })
    },
    readCosts() {
      const askedAt = world.elapsed()
      spending.lookAtImages()
      press('', 'queue.overview', { limit: 50 }, (overview) => spending.hearOverview(overview, askedAt))
      press('', 'batches.list', { text: '', offset: 0, limit: 500 }, (list) =>
        spending.hearBatches(list, askedAt),
      )
    },
  }
}
