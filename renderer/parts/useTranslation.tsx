import type { i18n, TFunction } from 'i18next'
import { createContext, type ReactNode, useContext, useMemo } from 'react'

interface Translation {
  readonly t: TFunction
  readonly i18n: i18n
}

const TranslationContext = createContext<Translation | null>(null)

/** `text` is initialized, and its language never changes. */
export function TextProvider({ text, children }: { readonly text: i18n; readonly children: ReactNode }) {
  const translation = useMemo(() => ({ t: text.t, i18n: text }), [text])
  return <TranslationContext value={translation}>{children}</TranslationContext>
}

/**
 * The words to show. The hook of react-i18next isn't used: it also waits for languages to load and to change, and what it
 * kept for each use filled the window's memory while the queue was busy.
 */
export function useTranslation(): Translation {
  const translation = useContext(TranslationContext)
  if (translation === null) throw new Error('useTranslation needs a TextProvider above it')
  return translation
}
