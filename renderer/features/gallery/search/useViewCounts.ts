import { useEffect, useState } from 'react'
import { useStores } from '../../../stores/storesContext'

/** How many images searches find now, by their text; they are counted one after the other, and come as they are known. */
export function useViewCounts(texts: readonly string[]): ReadonlyMap<string, number> {
  const { client } = useStores()
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  const wanted = JSON.stringify(texts)

  useEffect(() => {
    let dropped = false
    const countAll = async () => {
      const all: readonly string[] = JSON.parse(wanted)
      for (const text of all) {
        const { total } = await client.call('gallery.count', { text })
        if (dropped) return
        setCounts((known) => new Map(known).set(text, total))
      }
    }
    // A view without a count is still a view.
    countAll().catch(() => undefined)
    return () => {
      dropped = true
    }
  }, [client, wanted])

  return counts
}
