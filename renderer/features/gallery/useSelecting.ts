import { useMemo } from 'react'
import { useAct } from '../../parts/useAct'
import { useStores } from '../../stores/storesContext'

export interface Selecting {
  only(id: string, position: number): void
  toggle(id: string, position: number): void
  /** From the anchor to a position, both inclusive. */
  rangeTo(position: number): void
  all(): void
}

/** How the person selects images, by list position. */
export function useSelecting(): Selecting {
  const { gallery, selection } = useStores()
  const act = useAct()

  return useMemo(() => {
    const total = () => gallery.getState().shape?.total ?? 0
    const select = (from: number, to: number) => {
      void act(async () => selection.replace(await gallery.idsBetween(from, to)))
    }
    return {
      only: (id, position) => selection.only(id, { fromEnd: total() - position }),
      toggle: (id, position) => selection.toggle(id, { fromEnd: total() - position }),
      rangeTo(position) {
        const { anchor } = selection.getState()
        const start = anchor === null ? position : Math.max(0, total() - anchor.fromEnd)
        select(Math.min(start, position), Math.max(start, position))
      },
      all() {
        if (total() > 0) select(0, total() - 1)
      },
    }
  }, [gallery, selection, act])
}
