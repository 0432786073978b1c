import { promptMaximum } from '@shared/model/draft'
import { useTranslation } from 'react-i18next'
import { type PastedText, readPasted } from '../../stores/pastedText'
import { useStores } from '../../stores/storesContext'
import { useOpenTable } from '../../text/useOpenTable'
import { usePastedText } from '../../text/usePastedText'
import { isWindowCovered } from '../../ui/windowCovered'

/** Text pasted while no field has the focus becomes the prompt; the person is asked what several lines are. */
export function usePasteAnywhere(onPrompt: (prompt: string) => void): void {
  const { t } = useTranslation()
  const { dialogs, toasts } = useStores()
  const table = useOpenTable()

  function take(pasted: PastedText): void {
    const { text, kind } = pasted
    const answer = (chosen: 'one' | 'many') => (chosen === 'one' ? onPrompt(text) : table.paste(text))
    if (kind !== 'line') dialogs.show({ kind: 'pasteQuestion', pasted, answer })
    else if (text.length <= promptMaximum) onPrompt(text)
    else toasts.fail(t('prompts.paste.tooLong', { count: promptMaximum }))
  }

  usePastedText((text) => {
    if (dialogs.getState().open.length > 0 || isWindowCovered()) return false
    take(readPasted(text))
    return true
  })
}
