import type { AppError } from '@shared/errors'
import { errors, unknownParams } from '@shared/text/errors'
import { rowStatus } from '@shared/text/rowStatus'
import type { StatusWords } from './rowOutcome'

/** What the app itself says in a table that is written back. */
export interface WrittenWords {
  /** An error in one line: its cause by the catalogue, then what the service itself said. */
  readonly error: (error: AppError) => string
  readonly status: StatusWords
}

/** The catalogue is loaded on first use: nothing the start shows needs it. */
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
