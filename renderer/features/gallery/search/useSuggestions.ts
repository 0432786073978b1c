import { suggestedKeys } from '@shared/model/imageQuery'
import { useEffect, useState } from 'react'
import { useStores } from '../../../stores/storesContext'
import { lastWord, type Suggestion, suggestionsFor } from './suggestions'

const none: readonly string[] = []

/** What can be typed next. Values that the main process knows are asked for; a failure offers none. */
export function useSuggestions(draft: string, isAsked: boolean): readonly Suggestion[] {
  const { client } = useStores()
  const [values, setValues] = useState(none)
  const { key: typedKey, value } = lastWord(draft)
  const key = suggestedKeys.find((one) => one === typedKey) ?? null

  useEffect(() => {
    if (key === null) return setValues(none)
    let dropped = false
    client.call('gallery.suggest', { key, text: value }).then(
      (answer) => !dropped && setValues(answer.values),
      () => !dropped && setValues(none),
    )
    return () => {
      dropped = true
    }
  }, [client, key, value])

  return suggestionsFor(draft, values, { isAsked })
}
