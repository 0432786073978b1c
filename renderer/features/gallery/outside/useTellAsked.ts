import type { AskResult } from '@shared/model/upkeep'
import { useEffect, useRef } from 'react'
import { useErrorText } from '../../../parts/useErrorText'
import { useTranslation } from '../../../parts/useTranslation'
import { useApp, useStores } from '../../../stores/storesContext'

/** Tells what came of asking the service again for one image. */
export function useTellAsked(): void {
  const { t } = useTranslation()
  const { toasts } = useStores()
  const errorText = useErrorText()
  const asked = useApp(({ upkeep }) => upkeep.asked)
  const told = useRef(asked)
  useEffect(() => {
    if (told.current === asked) return
    told.current = asked
    if (asked === null || asked.imageId === null) return
    if (asked.error !== null) {
      toasts.fail(errorText(asked.error).cause)
      return
    }
    const outcome = outcomes.find((one) => asked[one] > 0) ?? 'found'
    const text = t(`gallery.outside.asked.${outcome}`)
    if (outcome === 'back' || outcome === 'found') toasts.show({ text, action: null })
    else toasts.fail(text)
  }, [asked, errorText, t, toasts])
}

const outcomes = ['back', 'gone', 'other', 'unknown'] as const satisfies readonly (keyof AskResult)[]
