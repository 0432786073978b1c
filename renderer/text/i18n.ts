import { en } from '@shared/text/en'
import { createInstance, type i18n } from 'i18next'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}

/** The message catalogue, ready for `I18nextProvider`. React escapes what it shows, so nothing is escaped here. */
export function createText(): i18n {
  const text = createInstance()
  void text.init({
    lng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return text
}
