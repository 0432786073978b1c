import type { ItemReading } from '../../service/answers/reading'
import type { StoredItem } from './itemStore'

/** How an answer's entries relate to the items that are already known. */
export interface Identified {
  /** The known item of each entry that matches one, or that takes the place of an item without an image. */
  readonly known: ReadonlyMap<ItemReading, StoredItem>
  /** Entries whose image is known, by its address or its id. */
  readonly named: ReadonlySet<ItemReading>
  /** Entries that match no known item, in the order of the answer. */
  readonly further: readonly ItemReading[]
  /** Known items that have or had an image but weren't named: an entry without a name may be one of them. */
  readonly missed: readonly StoredItem[]
}

/**
 * Tells entries apart by the service's own id and by their address, without the parts that certainly sign it (those
 * change with each answer). An entry with neither may stand for any item that never had an image; its place in the list
 * only keeps the order. What is left is `further`: fetching an image once too often costs less than losing one.
 */
export function identify(items: readonly StoredItem[], entries: readonly ItemReading[]): Identified {
  const known = new Map<ItemReading, StoredItem>()
  const free = new Set(items)
  const open = new Set(withoutRepeats(entries))

  function pair(entry: ItemReading, item: StoredItem): void {
    known.set(entry, item)
    free.delete(item)
    open.delete(entry)
  }

  function pairBy(keyOfEntry: (entry: ItemReading) => string | null, keyOfItem: KeyOfItem): void {
    const byKey = new Map<string, StoredItem[]>()
    for (const item of free) {
      const key = keyOfItem(item)
      const alike = key === null ? undefined : byKey.get(key)
      if (alike !== undefined) alike.push(item)
      else if (key !== null) byKey.set(key, [item])
    }
    for (const entry of [...open]) {
      const alike = byKey.get(keyOfEntry(entry) ?? '') ?? []
      const item = alike.find((one) => free.has(one) && !isOther(entry, one))
      if (item !== undefined) pair(entry, item)
    }
  }

  /** Any item that fits will do. The one at the entry's own place in the list is preferred, to keep the order. */
  function pairWithAny(fits: (entry: ItemReading, item: StoredItem) => boolean): void {
    for (const entry of [...open]) {
      const item = items[entry.index]
      if (item !== undefined && free.has(item) && fits(entry, item)) pair(entry, item)
    }
    for (const entry of [...open]) {
      const item = [...free].find((one) => fits(entry, one))
      if (item !== undefined) pair(entry, item)
    }
  }

  pairBy(exactSource, ({ url, spoolFile }) => url ?? spoolFile)
  pairBy(
    ({ source }) => (source?.kind === 'url' ? addressOf(source.url) : null),
    ({ url }) => (url === null ? null : addressOf(url)),
  )
  pairBy(
    ({ entry }) => entry,
    ({ entry }) => entry,
  )
  const named = new Set([...known].flatMap(([entry, item]) => (isImageless(item) ? [] : [entry])))
  const missed = [...free].filter((item) => !isImageless(item))
  // The old address yields nothing any more, and the image at the fresh one is compared with every image it may be.
  pairBy(
    ({ source }) => (source?.kind === 'url' ? likenessOf(source.url) : null),
    ({ state, url }) => (state === 'pending' && url !== null ? likenessOf(url) : null),
  )
  pairWithAny((entry, item) => isImageless(item) && (item.state === 'failed') === hasFailed(entry))
  pairWithAny((_entry, item) => isImageless(item))
  // A fresh address replaces one that no longer answers, if all the others are named or it was in doubt.
  if (free.size === 1 && open.size === 1)
    pairWithAny((entry, item) => entry.source !== null && item.state === 'pending' && !isOther(entry, item))
  pairWithAny(
    (entry, item) =>
      entry.source !== null &&
      item.again &&
      (item.state === 'pending' || item.state === 'expired') &&
      !isOther(entry, item),
  )
  // An entry without a name or an image may be any item that has one: it says nothing new about it.
  pairWithAny(({ source, entry }) => source === null && entry === null)
  return { known, named, further: [...open], missed }
}

type KeyOfItem = (item: StoredItem) => string | null

/** The same address named twice is one entry. */
function withoutRepeats(entries: readonly ItemReading[]): readonly ItemReading[] {
  const addresses = new Set<string>()
  return entries.filter(({ source }) => {
    if (source?.kind !== 'url') return true
    const isNew = !addresses.has(source.url)
    addresses.add(source.url)
    return isNew
  })
}

function isImageless({ state, url, spoolFile }: StoredItem): boolean {
  return (state === 'pending' || state === 'failed') && url === null && spoolFile === null
}

function hasFailed({ phase, source }: ItemReading): boolean {
  return source === null && (phase === 'failed' || phase === 'cancelled')
}

function exactSource({ source }: ItemReading): string | null {
  if (source === null) return null
  return source.kind === 'url' ? source.url : source.path
}

/** Parameters with which well-known stores and networks sign an address and limit how long it is valid. */
const signing =
  /^(x-(amz|goog|tos|cos|obs|ms)-.*|x-oss-(?!process$).*|x-(signature|expires)|q-(sign-.*|ak|(key|sign)-time|(header|url-param)-list|signature)|sig|sign(ature)?|hmac|hdn(ea|ts|tl)|auth_key|ws(secret|time)|exp(ires?)?|policy|key-pair-id|(aws|oss)?accesskeyid|googleaccessid)$/i

/** Parameters that accompany a signature of that name; alone, they might just as well name the image. */
const alongside: readonly (readonly [signature: string, RegExp])[] = [
  ['sig', /^(s[eprtv]|spr|sip|ss|srt|sdd|scid|skoid|sktid|sk[estv]|saoid|suoid)$/i],
  ['sign', /^(t|ts|timestamp)$/i],
]

/**
 * Parameters that may sign an address or name an image. Anything that describes the content is never among them: a
 * digest, a version, an id.
 */
const perhapsSigning =
  /^(.*token|sign.*|expir.*|s[eprtv]|t|ts|time.*|auth.*|nonce|verify|.*accesskeyid|q-.*|x-oss-.*|hdn.*)$/i

/**
 * The address of an image without the parts that certainly sign it; the whole address if the path alone names nothing.
 */
export function addressOf(url: string): string {
  const signatures = new Set(parametersOf(url).map((parameter) => nameOf(parameter).toLowerCase()))
  const along = alongside.filter(([signature]) => signatures.has(signature)).map(([, names]) => names)
  return without(url, (name) => signing.test(name) || along.some((names) => names.test(name)))
}

/** Equal for two addresses that differ only in parts that may sign them. */
function likenessOf(url: string): string {
  return without(addressOf(url), (name) => perhapsSigning.test(name))
}

function without(url: string, isLeftOut: (name: string) => boolean): string {
  const path = url.replace(/[?#].*$/s, '')
  if (!/[.\d]/.test(path.slice(path.lastIndexOf('/') + 1))) return url
  const parameters = parametersOf(url).filter((parameter) => !isLeftOut(nameOf(parameter)))
  return `${path}?${parameters.sort().join('&')}`
}

function parametersOf(url: string): readonly string[] {
  const [, query = ''] = url.replace(/#.*$/s, '').split(/\?(.*)/s)
  return query.split('&').filter((parameter) => parameter !== '')
}

function nameOf(parameter: string): string {
  return parameter.replace(/=.*$/s, '')
}

/**
 * True if their ids differ, unless the whole address is the same: some services make new ids for each answer. Also true
 * if the ids are the same but the addresses differ: some services give every entry the same id, so the bytes must
 * decide.
 */
function isOther(entry: ItemReading, item: StoredItem): boolean {
  const address = exactSource(entry)
  const known = item.url ?? item.spoolFile
  if (entry.entry === null || item.entry === null || address === known) return false
  if (entry.entry !== item.entry) return true
  const isOnItsWay = item.state !== 'pending' && address !== null && known !== null
  return isOnItsWay && addressOf(address) !== addressOf(known)
}
