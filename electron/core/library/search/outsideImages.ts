import type { Outside } from '@shared/model/upkeep'
import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import { inSlices } from '../../slices'

/** Images whose file was changed, or is missing, kept in memory: few, unless much was lost. */
export interface OutsideImages {
  /** As was committed; returns whether one of them may have been otherwise. */
  note(images: readonly { readonly number: number; readonly outside: Outside | null }[]): boolean
  /** Resolves once what earlier runs found has been read, in slices. */
  settle(signal: AbortSignal): Promise<void>
  /** By the image's number. Call `settle` first. */
  of(number: number): Outside | null
  /** Changes with the answers of `of`. */
  version(): number
}

const read = `SELECT number, outside FROM images INDEXED BY images_outside
  WHERE outside IS NOT NULL AND number > CAST(:after AS INTEGER) ORDER BY number LIMIT :rows`

export function createOutsideImages(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
}): OutsideImages {
  const { db, clock } = deps
  const known = new Map<number, Outside>()
  let after = 0
  let isRead = false
  let version = 0

  const of = (number: number): Outside | null => known.get(number) ?? null

  return {
    note(images) {
      const others = isRead ? images.filter(({ number, outside }) => of(number) !== outside) : images
      for (const { number, outside } of others) {
        if (outside === null) known.delete(number)
        else known.set(number, outside)
      }
      if (others.length > 0) version++
      return others.length > 0
    },

    async settle(signal) {
      if (isRead) return
      await inSlices(
        (rows) => {
          const some = db.all<{ number: number; outside: Outside }>(read, { after, rows })
          for (const { number, outside } of some) known.set(number, outside)
          after = some.at(-1)?.number ?? after
          return some.length === rows
        },
        { clock, signal },
      )
      isRead = true
    },

    of,
    version: () => version,
  }
}
