import type { Draft } from '@shared/model/draft'
import { type Expansion, readExpansion } from '@shared/model/draftExpansion'
import { useEffect, useMemo, useState } from 'react'

/** Up to so many characters are read at every key: it takes a few milliseconds at worst. */
const shortMaximum = 20_000
/** More are read once nothing was typed for so long, in milliseconds. */
const settleTime = 300

type Read = Pick<Draft, 'prompt' | 'variables'>

/** What the prompt stands for. Of a long one it is what it stood for when typing last paused. */
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
