import { type RefObject, useRef, useState } from 'react'
import { useChangePreferences } from '../../../parts/useChangePreferences'
import { useApp } from '../../../stores/storesContext'
import { useContentSize } from '../../../ui/useContentSize'
import { useMedia } from '../../../ui/useMedia'

/** The least width of the gallery at which the sidebar stands there from the start, in CSS pixels. */
const roomy = 800
/** At which it may. Under it, it is only open until the window is closed. */
const enough = 560

export interface SidebarState {
  readonly isShown: boolean
  readonly show: () => void
  readonly hide: () => void
  /** For the buttons of both: focus moves to the one that undoes the press. */
  readonly buttonRef: (button: HTMLButtonElement | null) => void
}

/** Whether the sidebar stands beside the images: keeps the user's choice. */
export function useSidebar(region: RefObject<HTMLElement | null>): SidebarState {
  const changePreferences = useChangePreferences()
  const kept = useApp(({ preferences }) => preferences.sidebarShown)
  const { width } = useContentSize(region)
  const isWide = useMedia('(min-width: 1180px)')
  const [openedNarrow, setOpenedNarrow] = useState(false)
  /** What the user's press is about to make of it. */
  const pressed = useRef<boolean | null>(null)
  const hasRoom = width >= enough
  const isShown = hasRoom ? (kept ?? (isWide && width >= roomy)) : openedNarrow

  const choose = (shown: boolean): void => {
    pressed.current = shown
    if (hasRoom) changePreferences({ sidebarShown: shown })
    else setOpenedNarrow(shown)
  }
  return {
    isShown,
    show: () => choose(true),
    hide: () => choose(false),
    buttonRef(button) {
      if (pressed.current !== isShown || button === null) return
      pressed.current = null
      button.focus()
    },
  }
}
