import type { ImageCost } from '@shared/model/imageCost'
import {
  type Comparison,
  type Condition,
  isOfTrash,
  type QueryTerm,
  ratioTolerance,
  readImageQuery,
} from '@shared/model/imageQuery'
import { searchFold } from '@shared/model/searchFold'
import type { Clock } from '../../ports'
import type { BatchNames } from './batchNames'
import type { CollectedImages, CollectedSet } from './collectedImages'
import type { Fact, ImageFacts } from './imageFacts'
import type { MarkedImages } from './markedImages'
import type { NotedImages, NotedSet } from './notedImages'
import type { OutsideImages } from './outsideImages'
import type { SeenImages } from './seenImages'
import type { TermSet, TermSets } from './termSets'

/** Which images a query finds. */
export interface ImageSearch {
  /**
   * Null if the query asks nothing. What it needs is gathered in slices. `newest`: at least as many of the newest images
   * are searched; default: all. Rejects with AppFailure `quitting` after `stop`.
   */
  find(text: string, options?: { readonly newest: number }): Promise<Hits | null>
  /** Reads what any search needs, in slices. */
  warmUp(): Promise<void>
  stop(): void
}

export interface Hits {
  /** Hits of the same key find the same images, as long as nothing has changed. */
  readonly key: string
  /** Images with this number and lower ones may not have been searched; 0 if all were. */
  from(): number
  /** False once something has arrived that hasn't been searched. */
  isComplete(): boolean
  /** What tells whether an image is found. Nothing may be awaited between this call, `isComplete` and its use. */
  test(): ImageTest
}

/** What images have cost. */
export interface SearchedCosts {
  settle(): Promise<void>
  isSettled(): boolean
  version(): number
  of(number: number): Pick<ImageCost, 'surely' | 'isKnown'>
}

/** The sets of the words that a query has, by folded word. */
interface Gathered {
  readonly words: ReadonlyMap<string, TermSet>
  readonly notes: ReadonlyMap<string, NotedSet>
  /** By the name as it stands in the query. */
  readonly collections: ReadonlyMap<string, CollectedSet>
}

/** By the image's number, its time and what stands for its batch in the gallery's columns. */
export type ImageTest = (number: number, placedAt: number, batch: number) => boolean

const compare: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
}

export function createImageSearch(deps: {
  readonly clock: Pick<Clock, 'now'>
  readonly sets: TermSets
  readonly facts: ImageFacts
  readonly batches: BatchNames
  readonly costs: SearchedCosts
  readonly seen: Pick<SeenImages, 'settle' | 'has' | 'version'>
  readonly marked: Pick<MarkedImages, 'settle' | 'of' | 'version'>
  readonly noted: Pick<NotedImages, 'of' | 'version'>
  readonly outside: Pick<OutsideImages, 'settle' | 'of' | 'version'>
  readonly collected: Pick<CollectedImages, 'of' | 'version'>
  /** What stands for a batch in the columns; null if none of its images was ever shown. */
  readonly batchNumber: (id: string) => number | null
}): ImageSearch {
  const { clock, sets, facts, batches, costs, seen, marked, noted, outside, collected, batchNumber } = deps
  const ending = new AbortController()
  const { signal } = ending

  function batchesNamed(folded: string): ReadonlySet<number> {
    return new Set(batches.having(folded).flatMap((id) => batchNumber(id) ?? []))
  }

  /** Each different fact is tested once. */
  function ofFacts(holds: (fact: Fact) => boolean): ImageTest {
    const tested = new Map<number, boolean>()
    return (number) => {
      const index = facts.indexOf(number)
      const before = tested.get(index)
      if (before !== undefined) return before
      const fact = facts.all()[index]
      const now = fact !== undefined && holds(fact)
      tested.set(index, now)
      return now
    }
  }

  function testOf(
    condition: Condition,
    { words, notes, collections }: Gathered,
    inTrash: boolean,
  ): ImageTest {
    switch (condition.kind) {
      case 'words': {
        const text = wordOf(condition)
        const own = words.get(text)
        const note = notes.get(text)
        const inBatch = batchesNamed(text)
        const connection = ofFacts((fact) => searchFold(fact.connection).includes(text))
        return (number, placedAt, batch) =>
          own?.has(number) === true ||
          note?.has(number) === true ||
          inBatch.has(batch) ||
          connection(number, placedAt, batch)
      }
      case 'in': {
        const { field } = condition
        const text = wordOf(condition)
        if (field !== 'batch') return ofFacts((fact) => searchFold(fact[field]).includes(text))
        const inBatch = batchesNamed(text)
        return (_number, _placedAt, batch) => inBatch.has(batch)
      }
      case 'note': {
        const note = notes.get(wordOf(condition))
        return (number) => note?.has(number) === true
      }
      case 'collection': {
        const images = collections.get(condition.text)
        return (number) => images?.has(number) === true
      }
      case 'side':
        return ofFacts(
          ({ width, height }) =>
            width > 0 && compare[condition.comparison](Math.max(width, height), condition.pixels),
        )
      case 'size':
        return ofFacts(({ width, height }) => width === condition.width && height === condition.height)
      case 'ratio': {
        const { comparison, ratio } = condition
        const isSame = (own: number) => Math.abs(own / ratio - 1) <= ratioTolerance
        return ofFacts(({ width, height }) => {
          if (width === 0) return false
          const own = width / height
          if (isSame(own)) return comparison.includes('=')
          return comparison !== '=' && compare[comparison](own, ratio)
        })
      }
      case 'time': {
        const { edge, at } = condition
        return edge === 'before' ? (_, placedAt) => placedAt < at : (_, placedAt) => placedAt >= at
      }
      case 'cost':
        return (number) => {
          const { surely, isKnown } = costs.of(number)
          return isKnown && compare[condition.comparison](surely, condition.credits)
        }
      case 'brought':
        return ofFacts(({ isBrought }) => isBrought)
      case 'seen':
        return (number) => seen.has(number) === condition.isSeen
      case 'outside':
        return (number) => outside.of(number) === condition.outside
      case 'flag':
        return (number) => marked.of(number).flag === condition.flag
      case 'favourite':
        return (number) => marked.of(number).favourite
      case 'rating':
        return (number) => compare[condition.comparison](marked.of(number).rating, condition.stars)
      // Whether a list is of the trash or of the library, all its images are.
      case 'deleted':
        return () => inTrash
    }
  }

  async function gather(terms: readonly QueryTerm[], newest: number): Promise<Gathered> {
    const words = new Map<string, TermSet>()
    const notes = new Map<string, NotedSet>()
    const collections = new Map<string, CollectedSet>()
    for (const { condition } of terms) {
      if (condition.kind === 'collection')
        collections.set(condition.text, await collected.of(condition.text, signal))
      if (condition.kind !== 'words' && condition.kind !== 'note') continue
      const word = wordOf(condition)
      if (condition.kind === 'words') words.set(word, await sets.of(word, { newest, signal }))
      notes.set(word, await noted.of(word, signal))
    }
    return { words, notes, collections }
  }

  async function warmUp(): Promise<void> {
    await facts.settle(signal)
    await seen.settle(signal)
    await marked.settle(signal)
    await outside.settle(signal)
    await batches.settle(signal)
  }

  return {
    warmUp,

    async find(text, { newest } = { newest: Number.POSITIVE_INFINITY }) {
      const { terms } = readImageQuery(text, clock.now())
      if (terms.length === 0) return null
      const gathered = await gather(terms, newest)
      const words = [...gathered.words.values()]
      const named = [...gathered.notes.values(), ...gathered.collections.values()]
      await warmUp()
      const isOfCost = terms.some(({ condition }) => condition.kind === 'cost')
      if (isOfCost) await costs.settle()
      return {
        key: JSON.stringify([
          terms.map(({ condition, isNegated }) => [condition, isNegated]),
          [
            seen.version(),
            marked.version(),
            noted.version(),
            outside.version(),
            collected.version(),
            batches.version(),
            isOfCost ? costs.version() : 0,
          ],
        ]),
        from: () => Math.max(0, ...words.map((set) => set.from())),
        isComplete: () =>
          facts.isSettled() &&
          batches.isSettled() &&
          [...words, ...named].every((set) => set.isComplete()) &&
          (!isOfCost || costs.isSettled()),
        test() {
          const tests = terms.map(({ condition, isNegated }) => ({
            isNegated,
            holds: testOf(condition, gathered, isOfTrash({ terms })),
          }))
          return (number, placedAt, batch) => {
            for (const { isNegated, holds } of tests)
              if (holds(number, placedAt, batch) === isNegated) return false
            return true
          }
        },
      }
    },

    stop: () => ending.abort(),
  }
}

/** As the texts that are searched are folded. Some characters fold to a space and a mark. */
const wordOf = ({ text }: { readonly text: string }): string => searchFold(text).trim()
