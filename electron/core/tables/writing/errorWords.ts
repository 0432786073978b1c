import type { AppError } from '@shared/errors'
import { errors, unknownParams } from '@shared/text/errors'

/** Words an error in one line: its cause by the catalogue, then what the service itself said. */
export type ErrorWords = (error: AppError) => string

/** The catalogue is loaded on first use: nothing the start shows needs it. */
export async function loadErrorWords(): Promise<ErrorWords> {
  const { createInstance } = await import('i18next')
  const instance = createInstance()
  await instance.init({
    lng: 'en',
    resources: { en: { translation: { errors } } },
    // Nothing here is HTML.
    interpolation: { escapeValue: false },
  })
  return ({ code, params, detail }) => {
    const cause = instance.t(`errors.${code}.cause`, { ...unknownParams, ...params })
    return detail?.words === undefined ? cause : `${cause} ${detail.words}`
  }
}
