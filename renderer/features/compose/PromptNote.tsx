import { braceUnpaired } from '@shared/model/draftExpansion'
import { isJsonPrompt, parseTemplate, withTextAt } from '@shared/model/template'
import { useMemo } from 'react'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { Button } from '../../ui/Button'
import { focusField } from '../../ui/focusField'
import type { Compose } from './useCompose'

/** A brace that seems to lack its partner, and a prompt that is JSON: what will be sent, and one press for the other. */
export function PromptNote({ compose }: { readonly compose: Compose }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { prompt, template } = compose.expansion
  const { unpaired } = template
  const isJson = useMemo(
    () => isJsonPrompt(prompt) && parseTemplate(prompt, { readsJson: true }).special,
    [prompt],
  )
  const { readsJson = false } = compose.draft
  // The button is gone then.
  const edit = (patch: Parameters<Compose['edit']>[0]): void => {
    focusField(compose.form.current, 'prompt')
    compose.edit(patch)
  }

  if (unpaired !== null)
    return (
      <p className="text-small text-warn">
        {errorText(braceUnpaired(prompt, unpaired)).cause}{' '}
        <Button look="link" onClick={() => edit({ prompt: withTextAt(prompt, unpaired) })}>
          {t('expansion.sendAsText')}
        </Button>
      </p>
    )
  if (!isJson) return null
  return (
    <p className="text-small text-dim">
      {t(readsJson ? 'expansion.jsonRead' : 'expansion.jsonText')}{' '}
      <Button look="link" onClick={() => edit({ readsJson: !readsJson })}>
        {t(readsJson ? 'expansion.sendAsText' : 'expansion.readJson')}
      </Button>
    </p>
  )
}
