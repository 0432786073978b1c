import { en } from '@shared/text/en'
import { createInstance, type i18n } from 'i18next'
import { hasRightToLeft } from '../ui/textDirection'
import { fileSize } from './fileSize'
import { localeOf } from './locale'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}

/** Isolates a right-to-left prompt, so that it stays whole and doesn't reverse the sentence around it. */
const isolated = (value: string): string => (hasRightToLeft(value) ? `\u2068${value}\u2069` : value)

/** The message catalogue. React escapes what it shows, so nothing is escaped here. */
export function createText(): i18n {
  const text = createInstance()
  void text.init({
    lng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: true, escape: isolated },
    initAsync: false,
  })
  text.services.formatter?.addCached('number', numbers)
  text.services.formatter?.add('bytes', (value, language) =>
    fileSize(Number(value), localeOf(language ?? 'en')),
  )
  return text
}

/**
 * Whole numbers below 1000 are written without `Intl.NumberFormat`: they look the same, and its first use takes 20 ms,
 * in which the window would show nothing yet.
 */
function numbers(language: string | undefined, options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined
  const areWhole = options.style === undefined
  return (value) => {
    if (areWhole && Number.isInteger(value) && value >= 0 && value < 1000) return String(value)
    format ??= new Intl.NumberFormat(language, options)
    return format.format(value)
  }
}
