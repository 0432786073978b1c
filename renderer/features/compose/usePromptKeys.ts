import type { KeyboardEvent } from 'react'
import { useStores } from '../../stores/storesContext'
import { useTellFailure } from '../../text/useTellFailure'

/** Alt+Up and Alt+Down in the prompt field recall earlier prompts, with the caret at their end. */
export function usePromptKeys(): (event: KeyboardEvent<HTMLTextAreaElement>) => void {
  const { promptWalk } = useStores()
  const tellFailure = useTellFailure()
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
    promptWalk
      .step(key === 'ArrowUp' ? 'older' : 'newer')
      .then(toEnd)
      .catch(tellFailure)
  }
}
