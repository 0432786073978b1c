import { fewImages } from '@shared/model/imageSelection'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useAct } from '../../../parts/useAct'
import { useStores } from '../../../stores/storesContext'

/** Notes which images were opened once the view closes: a list of those that never were stays as it is until then. */
export function useNoteOpened(ids: readonly string[]): void {
  const { client, gallery } = useStores()
  const act = useAct()
  const opened = useRef(new Set<string>())
  useEffect(() => {
    for (const id of ids) opened.current.add(id)
  })
  const note = useEffectEvent(() => {
    const all = [...opened.current]
    opened.current.clear()
    gallery.hurry()
    for (let from = 0; from < all.length; from += fewImages)
      void act(() => client.call('images.open', { ids: all.slice(from, from + fewImages) }))
  })
  useEffect(() => () => note(), [])
}
