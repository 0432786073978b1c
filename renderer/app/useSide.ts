import { useRef, useState } from 'react'
import { useChangePreferences } from '../parts/useChangePreferences'
import { useApp } from '../stores/storesContext'
import { useMedia } from '../ui/useMedia'

export type SideTab = 'queue' | 'details'

/** What stands beside the gallery. */
export interface Side {
  /** `columns`: a column for each; `tabs`: they share one. */
  readonly form: 'columns' | 'tabs'
  /** Whether the queue has a column, or shares one, rather than being a strip. */
  readonly isOpen: boolean
  /** In front where they are tabs. */
  readonly tab: SideTab
  isShown(tab: SideTab): boolean
  /** Brings it to the front, opening its column. */
  show(tab: SideTab): void
  /** Folds away the column that it is in. */
  hide(tab: SideTab): void
  /** Shows Details, or puts back what they took the place of. */
  toggleDetails(): void
}

/** Keeps the user's choices; under 1180 px, the column is open only until the window is closed. */
export function useSide(): Side {
  const changePreferences = useChangePreferences()
  const kept = useApp(({ preferences }) => preferences)
  const isRoomy = useMedia('(min-width: 1600px)')
  const isWide = useMedia('(min-width: 1180px)')
  const [queueShown, setQueueShown] = useState(kept.queueShown)
  const [detailsShown, setDetailsShown] = useState(kept.detailsShown)
  const [tab, setTab] = useState(kept.sideTab)
  const [openedNarrow, setOpenedNarrow] = useState(false)
  /** The column was opened to show Details. */
  const openedForDetails = useRef(false)
  const form = isRoomy ? 'columns' : 'tabs'
  const isOpen = isWide ? queueShown : openedNarrow

  const open = (shown: boolean): void => {
    openedForDetails.current = false
    if (!isWide) setOpenedNarrow(shown)
    else {
      setQueueShown(shown)
      if (shown !== kept.queueShown) changePreferences({ queueShown: shown })
    }
  }
  const choose = (chosen: SideTab): void => {
    setTab(chosen)
    if (chosen !== kept.sideTab) changePreferences({ sideTab: chosen })
  }
  const keepDetails = (shown: boolean): void => {
    setDetailsShown(shown)
    if (shown !== kept.detailsShown) changePreferences({ detailsShown: shown })
  }

  const side: Side = {
    form,
    isOpen,
    tab,
    isShown(wanted) {
      if (form === 'tabs') return isOpen && tab === wanted
      return wanted === 'queue' ? isOpen : detailsShown
    },
    show(wanted) {
      if (form === 'columns' && wanted === 'details') return keepDetails(true)
      const opens = !isOpen && wanted === 'details'
      open(true)
      openedForDetails.current = opens
      if (form === 'tabs') choose(wanted)
    },
    hide(wanted) {
      if (form === 'columns' && wanted === 'details') keepDetails(false)
      else open(false)
    },
    toggleDetails() {
      if (!side.isShown('details')) return side.show('details')
      if (form === 'columns' || openedForDetails.current) side.hide('details')
      else choose('queue')
    },
  }
  return side
}
