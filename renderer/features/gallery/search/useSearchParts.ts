import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useGallery, useStores } from '../../../stores/storesContext'
import { joinedQuery, type SearchParts, splitQuery } from './searchParts'

/** The query as it is being typed. What is typed is searched for, and what is searched for elsewhere appears in it. */
export function useSearchParts() {
  const { gallery, selection } = useStores()
  const searched = useGallery((state) => state.text)
  const [parts, setParts] = useState<SearchParts>(() => splitQuery(searched, { isWhole: true }))
  /** An input method is at work: its letters aren't the user's words yet, and must not be moved. */
  const [isComposing, setComposing] = useState(false)
  const text = joinedQuery(parts)
  /** What was searched for from here last, or followed. */
  const own = useRef(searched)

  const search = useEffectEvent((wanted: string) => {
    if (wanted === gallery.getState().text) return
    own.current = wanted
    selection.clear()
    void gallery.search({ text: wanted })
  })
  // Once the letter is painted: searches of keys that come faster than their answers are joined.
  const deferred = useDeferredValue(text)
  useEffect(() => {
    if (!isComposing && deferred === text) search(text)
  }, [text, deferred, isComposing])
  // Changed from elsewhere: a view was chosen, or the search cleared. A search of our own may start when more has been
  // typed already, which must stay.
  const follow = useEffectEvent(() => {
    const wanted = gallery.getState().text
    if (wanted === own.current) return
    own.current = wanted
    if (wanted !== text) setParts(splitQuery(wanted, { isWhole: true }))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reacts to the search
  useEffect(() => follow(), [searched])

  return {
    parts,
    text,
    setParts,
    setComposing,
    /** The text beside the chips; its finished parts with a key become chips. `isWhole`: the last one is finished too. */
    write(draft: string, options = { isWhole: false }): void {
      const split = splitQuery(draft, options)
      setParts(({ chips }) => ({ chips: [...chips, ...split.chips], draft: split.draft }))
    },
    /** The text as an input method has it for now. */
    compose(draft: string): void {
      setComposing(true)
      setParts(({ chips }) => ({ chips, draft }))
    },
  }
}
