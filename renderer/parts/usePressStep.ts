import type { Undone } from '@shared/model/press'
import { useCallback } from 'react'
import type { Step } from '../stores/step'
import { useStores } from '../stores/storesContext'
import { useTranslation } from './useTranslation'

/** What is said about a command of the queue. */
export interface PressWords {
  /** That it was done. */
  readonly text: string
  /** That it was undone, for all rows or for some. */
  readonly undone: (rows: Undone) => string
  /** That it was done again, for this many rows. */
  readonly redone: (count: number) => string
  /** What differs from other steps, each time it is done. */
  readonly traits?: () => Partial<Pick<Step, 'tooLate' | 'until' | 'lasts' | 'quiet'>>
}

/** A command of the queue, by the press that the main process knows it by. */
export function usePressStep(): (press: number, words: PressWords) => Step {
  const { t } = useTranslation()
  const { client } = useStores()
  return useCallback(
    (press, words) => {
      const done = (text: string): Step => ({
        text,
        tooLate: t('undo.tooLate'),
        ...words.traits?.(),
        async reverse() {
          const rows = await client.call('presses.takeBack', { press })
          return rows.done === 0 ? null : undone(words.undone(rows))
        },
      })
      const undone = (text: string): Step => ({
        text,
        tooLate: t('undo.redoTooLate'),
        async reverse() {
          const rows = await client.call('presses.doAgain', { press })
          return rows.done === 0 ? null : done(words.redone(rows.done))
        },
      })
      return done(words.text)
    },
    [client, t],
  )
}
