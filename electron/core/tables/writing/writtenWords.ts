import type { AppError } from '@shared/errors'
import { errors, unknownParams } from '@shared/text/errors'
import { rowStatus } from '@shared/text/rowStatus'
import type { StatusWords } from './rowOutcome'

/** The app's own words in a table that is written back. */
export interface WrittenWords {
  /** An error in one line: its cause from the catalogue, then the service's own words. */
  readonly error: (error: AppError) => string
  readonly status: StatusWords
}

/** The catalogue is loaded on first use: nothing shown at the start needs it. */
export async function loadWrittenWords(): Promise<WrittenWords> {
  const { createInstance } = await import('i18next')
  const instance = createInstance()
  await instance.init({
    lng: 'en',
    resources: { en: { translation: { errors, rowStatus } } },
    // Nothing here is HTML.
    interpolation: { escapeValue: false },
  })
  const { t } = instance
  return {
    error({ code, params, detail }) {
      const cause = t(`errors.${code}.cause`, { ...unknownParams, ...params })
      return detail?.words === undefined ? cause : `${cause} ${detail.words}`
    },
    status: {
      notQueued: t('rowStatus.notQueued'),
      alone: (part) => t(`rowStatus.parts.${part}`),
      several: (part, images) => t('rowStatus.several', { images, part: t(`rowStatus.parts.${part}`) }),
      doneOf: (images, of) => t('rowStatus.doneOf', { images, of }),
    },
  }
}
