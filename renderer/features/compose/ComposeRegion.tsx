import type { Connection } from '@shared/model/connection'
import { promptMaximum } from '@shared/model/prompt'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useOpenTable } from '../../parts/useOpenTable'
import { usePastedText } from '../../parts/usePastedText'
import { useTranslation } from '../../parts/useTranslation'
import { currentConnection } from '../../stores/appStore'
import type { CheckedField } from '../../stores/draftCheck'
import { type PastedText, readPasted } from '../../stores/pastedText'
import { useApp, useCommand, useStores } from '../../stores/storesContext'
import { classNames } from '../../ui/classNames'
import { focusField } from '../../ui/focusField'
import { IconButton } from '../../ui/IconButton'
import { isWindowCovered } from '../../ui/windowCovered'
import { ComposeFields } from './ComposeFields'
import { ComposePrompt } from './ComposePrompt'
import { ExpansionPreview } from './ExpansionPreview'
import { GenerateBar } from './GenerateBar'
import { PromptNote } from './PromptNote'
import { useCompose } from './useCompose'
import { useEarlyPress } from './useEarlyPress'
import { type Filling, useFillPrompt } from './useFillPrompt'
import { VariableFields } from './VariableFields'

interface ComposeRegionProps {
  /** `bar`: at the bottom of a narrow window, with the fields folded away. */
  readonly variant: 'column' | 'bar'
}

export function ComposeRegion({ variant }: ComposeRegionProps) {
  const connection = useApp(currentConnection)
  if (connection === null) return null
  return <ComposeForm variant={variant} connection={connection} />
}

function ComposeForm({ variant, connection }: ComposeRegionProps & { readonly connection: Connection }) {
  const { t } = useTranslation()
  const compose = useCompose(connection)
  const [unfolded, setUnfolded] = useState(false)
  const bar = variant === 'bar'

  const goTo = (field: CheckedField): void => {
    flushSync(() => setUnfolded(unfolded || field !== 'prompt'))
    focusField(compose.form.current, field)
  }
  // Later the user may be elsewhere: the focus stays there.
  const hold = useEarlyPress(compose, (first) => compose.submit({ first }))
  const submit = (first: boolean): CheckedField | null => {
    if (hold(first)) return null
    const wrong = compose.submit({ first })
    if (wrong !== null) goTo(wrong)
    return wrong
  }
  useCommand('prompt', () => focusField(compose.form.current, 'prompt'))
  useCommand('generate', () => submit(false))
  useCommand('generateFirst', () => submit(true))
  const fillPrompt = useFillPrompt()
  const fill = (filling: Filling): void => {
    // Before the form shows it, so that text put into the focused field is an undo step of its own.
    focusField(compose.form.current, 'prompt')
    fillPrompt(filling)
  }
  const ask = usePasteAnywhere((prompt) => fill({ prompt }))
  // What is written already is part of a prompt: what comes to it is, too.
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = readPasted(event.clipboardData.getData('text/plain'))
    if (compose.draft.prompt !== '' || pasted.kind !== 'table') return
    event.preventDefault()
    ask(pasted)
  }

  return (
    <section
      ref={compose.form}
      aria-label={t('compose.region')}
      className={
        bar
          ? // In a low window it takes the room that the queue's line leaves.
            '@container flex max-h-[min(100%-40px,max(60%,320px))] shrink-0 flex-col border-t border-line bg-panel'
          : '@container flex h-full flex-col bg-panel'
      }
    >
      {(!bar || unfolded) && (
        <div
          className={classNames(
            // Keeps 8 px free for the scroll bar, so that the fields line up with the button below.
            'flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto pt-4 pr-2 pb-3 pl-4 [scrollbar-gutter:stable]',
            bar && 'border-b border-line',
          )}
        >
          {!bar && <ComposePrompt compose={compose} onFill={fill} onPaste={onPaste} />}
          {!bar && <PromptNote compose={compose} />}
          <VariableFields compose={compose} />
          <ExpansionPreview expansion={compose.expansion} />
          <div className={bar ? 'grid grid-cols-2 items-start gap-x-4 gap-y-3' : 'contents'}>
            <ComposeFields compose={compose} />
          </div>
        </div>
      )}
      {bar && (
        <div className="flex items-start gap-2 px-4 pt-3">
          <div className="min-w-0 flex-1">
            <ComposePrompt compose={compose} onFill={fill} onPaste={onPaste} compact />
            <PromptNote compose={compose} />
          </div>
          <IconButton
            icon={unfolded ? ChevronDown : ChevronUp}
            label={t(unfolded ? 'compose.foldFields' : 'compose.unfoldFields')}
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
            className="mt-5"
          />
        </div>
      )}
      <GenerateBar
        compose={compose}
        compact={bar}
        onGenerate={({ byPointer }) => {
          // The pointer took the focus away from where the next prompt is written.
          if (submit(false) === null && byPointer) focusField(compose.form.current, 'prompt')
        }}
        onGoTo={goTo}
      />
    </section>
  )
}

/**
 * Text pasted while no field has the focus becomes the prompt; the user is asked what several lines are. Returns how text
 * that was pasted elsewhere is taken in the same way.
 */
function usePasteAnywhere(onPrompt: (prompt: string) => void): (pasted: PastedText) => void {
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
  return take
}
