import type { Draft } from '@shared/model/draft'
import { type Expansion, readExpansion } from '@shared/model/draftExpansion'
import { useEffect, useMemo, useState } from 'react'

/** Up to this many characters are expanded at every key: it takes a few milliseconds at worst. */
const shortMaximum = 20_000
/** Longer prompts are expanded once typing has paused for this many milliseconds. */
const settleTime = 300

type Read = Pick<Draft, 'prompt' | 'variables'>

/** What the prompt expands to. For a long prompt: what it expanded to when typing last paused. */
export function useExpansion({ prompt, variables }: Read): Expansion {
  const typed = useMemo((): Read => ({ prompt, variables }), [prompt, variables])
  const [settled, setSettled] = useState(typed)
  const long = lengthOf(typed) > shortMaximum
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), long ? settleTime : 0)
    return () => clearTimeout(timer)
  }, [typed, long])

  const read = long ? settled : typed
  return useMemo(() => readExpansion(read), [read])
}

function lengthOf({ prompt, variables }: Read): number {
  return Object.values(variables).reduce((sum, text) => sum + text.length, prompt.length)
}
