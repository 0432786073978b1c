import type { Draft } from '@shared/model/draft'
import { type Expansion, readExpansion } from '@shared/model/draftExpansion'
import { useEffect, useMemo, useState } from 'react'

/** Prompts up to this length are read at every key: it takes a few milliseconds at worst. */
const shortMaximum = 20_000
/** Longer ones are read once nothing was typed for so long, in milliseconds. */
const settleTime = 300

/** What the prompt stands for. Of a long prompt it is what it stood for when typing last paused. */
export function useExpansion({ prompt, variables }: Draft): Expansion {
  const long = prompt.length > shortMaximum
  const [settled, setSettled] = useState(prompt)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(prompt), long ? settleTime : 0)
    return () => clearTimeout(timer)
  }, [prompt, long])

  const read = long ? settled : prompt
  return useMemo(() => readExpansion({ prompt: read, variables }), [read, variables])
}
