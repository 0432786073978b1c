import { useEffect, useState } from 'react'
import { createFollower } from '../../../stores/follower'
import { useStores } from '../../../stores/storesContext'

/** The least time between two rounds of counting, in milliseconds: images may arrive all the time. */
const pauseMs = 1000

/** How many images searches find, by their text, kept up to date; each comes as it is known. */
export function useLiveCounts(texts: readonly string[]): ReadonlyMap<string, number> {
  const { client } = useStores()
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  const wanted = JSON.stringify(texts)

  useEffect(() => {
    const all: readonly string[] = JSON.parse(wanted)
    let ended = false
    const countAll = async () => {
      for (const text of all) {
        if (ended) return
        const { total } = await client.call('gallery.count', { text })
        setCounts((known) => (known.get(text) === total ? known : new Map(known).set(text, total)))
      }
    }
    // An entry without a count is still an entry.
    const follower = createFollower(
      () => countAll().catch(() => undefined),
      () => pauseMs,
    )
    follower.follow()
    const forget = client.on('gallery.changed', follower.follow)
    return () => {
      ended = true
      forget()
      follower.stop()
    }
  }, [client, wanted])

  return counts
}
