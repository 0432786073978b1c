import { useState } from 'react'
import { useStores } from '../stores/storesContext'
import { useAct } from './useAct'

/** Copies text by way of the main process; `copied` once that worked. A failure is shown as a bar. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const { client } = useStores()
  const act = useAct()
  const [copied, setCopied] = useState(false)
  return {
    copied,
    copy: (text) => {
      void act(() => client.call('app.copyText', { text }).then(() => setCopied(true)))
    },
  }
}
