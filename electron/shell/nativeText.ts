import { native } from '@shared/text/native'
import type { TFunction } from 'i18next'

export type NativeText = TFunction<'native'>

/** Texts with numbers and names in them. Loaded on first use: nothing shown at the start needs them. */
export async function loadNativeText(): Promise<NativeText> {
  const { createInstance } = await import('i18next')
  const instance = createInstance()
  await instance.init({
    lng: 'en',
    ns: ['native'],
    defaultNS: 'native',
    resources: { en: { native } },
    // Nothing here is HTML.
    interpolation: { escapeValue: false },
  })
  return instance.getFixedT('en', 'native')
}
