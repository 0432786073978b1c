import { useState } from 'react'
import { useStores } from '../stores/storesContext'
import { useTellFailure } from './useTellFailure'

/** Copies text by way of the main process; `copied` once that worked. A failure is shown as a bar. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const { client } = useStores()
  const tellFailure = useTellFailure()
  const [copied, setCopied] = useState(false)
  return {
    copied,
    copy: (text) => {
      client.call('app.copyText', { text }).then(() => setCopied(true), tellFailure)
    },
  }
}
