import type { Image } from '@shared/model/image'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from '../../../parts/useTranslation'
import { useGallery, useStores } from '../../../stores/storesContext'
import { localeOf } from '../../../text/locale'
import { type ComparedImage, comparedFacts } from './comparedFacts'

/**
 * What tells the images apart that are compared, by id. What is told of those before stays until all is known: no line
 * is drawn in parts.
 */
export function useComparedFacts(images: readonly Image[]): ReadonlyMap<string, readonly string[]> {
  const { t, i18n } = useTranslation()
  const { client } = useStores()
  const revision = useGallery(({ shape }) => shape?.revision)
  const [known, setKnown] = useState<readonly ComparedImage[]>([])
  const ids = images.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another image of a request changes the cost of these
  useEffect(() => {
    let dropped = false
    const all = images.map(async ({ id, jobId }): Promise<ComparedImage> => {
      const [details, cost, inBatch] = await Promise.all([
        client.call('images.details', { id }),
        client.call('images.cost', { id }),
        client.call('jobs.inBatch', { id: jobId }),
      ])
      return { details, cost, place: inBatch?.place ?? null }
    })
    // One that is gone by now leaves the comparison, which asks again.
    Promise.all(all).then(
      (read) => !dropped && setKnown(read),
      () => {},
    )
    return () => {
      dropped = true
    }
  }, [client, ids, revision])

  return useMemo(() => {
    const facts = comparedFacts(known, { t, locale: localeOf(i18n.language) })
    return new Map(known.flatMap(({ details }, at) => (facts[at] ? [[details.id, facts[at]]] : [])))
  }, [known, t, i18n.language])
}
