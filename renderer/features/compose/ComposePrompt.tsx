import { isJsonPrompt } from '@shared/model/template'
import { Sheet } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useMemo } from 'react'
import { PromptField } from '../../parts/RequestFields'
import { useAct } from '../../parts/useAct'
import { useOpenTable } from '../../parts/useOpenTable'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import { IconButton } from '../../ui/IconButton'
import { homeFocus } from '../../ui/returnFocus'
import { EarlierDraftsButton } from './EarlierDraftsButton'
import { HistoryButton } from './HistoryButton'
import { promptLength } from './promptLength'
import { TemplatesButton } from './TemplatesButton'
import type { Compose } from './useCompose'
import type { Filling } from './useFillPrompt'

interface ComposePromptProps {
  readonly compose: Compose
  /** Accepts a prompt from elsewhere. */
  readonly onFill: (filling: Filling) => void
  readonly onPaste: (event: ClipboardEvent) => void
  /** Starts as one line, in the bar. */
  readonly compact?: boolean
}

/** The prompt, with what fills it from elsewhere. */
export function ComposePrompt({ compose, onFill, onPaste, compact = false }: ComposePromptProps) {
  const { t } = useTranslation()
  const { prompt } = compose.draft
  const length = useLengthWords(prompt)
  const placeholder = t('compose.promptPlaceholder')
  const variable = `{{${t('expansion.exampleVariable')}}}`
  const onKeyDown = usePromptKeys()
  const { show: showTable } = useOpenTable()
  return (
    <PromptField
      {...homeFocus}
      // The window opens for writing: nothing else in it should get the first key.
      autoFocus
      rows={1}
      value={prompt}
      error={compose.problem('prompt')}
      placeholder={compact ? placeholder : `${placeholder}\n\n${t('expansion.hint', { variable })}`}
      aside={
        <span className="relative -my-1.5 flex min-w-0 items-center gap-1 self-center">
          {prompt !== '' && (
            <span className="truncate pr-1 tabular-nums" title={length.whole}>
              <span className="@max-[350px]:sr-only">{length.whole}</span>
              <span aria-hidden className="@min-[350px]:hidden">
                {length.short}
              </span>
            </span>
          )}
          <HistoryButton onFill={(older) => onFill({ prompt: older })} />
          <EarlierDraftsButton />
          <TemplatesButton
            savable={prompt.trim() !== ''}
            onFill={({ prompt: kept, variables }) => onFill({ prompt: kept, variables })}
          />
          <IconButton icon={Sheet} label={t('table.button')} onClick={showTable} />
        </span>
      }
      onChange={(changed) =>
        compose.edit({ prompt: changed, ...(isJsonPrompt(changed) ? {} : { readsJson: undefined }) })
      }
      onBlur={() => compose.touch('prompt')}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      className={compact ? 'max-h-[min(160px,20vh)] min-h-8' : 'max-h-[40vh] min-h-37'}
    />
  )
}

/** "12 words, 74 characters", and "12 words" where that is too long. */
function useLengthWords(prompt: string): { readonly whole: string; readonly short: string } {
  const { t } = useTranslation()
  const { words, characters } = useMemo(() => promptLength(prompt), [prompt])
  const ofCharacters = t('expansion.characters', { count: characters })
  if (words === null) return { whole: ofCharacters, short: ofCharacters }
  const short = t('expansion.words', { count: words })
  return { whole: t('expansion.length', { words: short, characters: ofCharacters }), short }
}

/** Alt+Up and Alt+Down in the prompt field recall earlier prompts, with the caret at their end. */
function usePromptKeys(): (event: KeyboardEvent<HTMLTextAreaElement>) => void {
  const { promptWalk } = useStores()
  const act = useAct()
  return (event) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, currentTarget: field } = event
    if (!altKey || ctrlKey || metaKey || shiftKey || event.nativeEvent.isComposing) return
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return
    event.preventDefault()
    const toEnd = (moved: boolean): void => {
      if (!moved) return
      field.setSelectionRange(field.value.length, field.value.length)
      field.scrollTop = field.scrollHeight
    }
    void act(() => promptWalk.step(key === 'ArrowUp' ? 'older' : 'newer').then(toEnd))
  }
}
