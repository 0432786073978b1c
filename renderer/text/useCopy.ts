import { useState } from 'react'
import { errorOf } from '../client/failure'
import { useStores } from '../stores/storesContext'
import { useErrorText } from './errorText'

/** Copies text by way of the main process; `copied` once that worked. A failure shows as a bar. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const { client, toasts } = useStores()
  const errorText = useErrorText()
  const [copied, setCopied] = useState(false)
  return {
    copied,
    copy: (text) => {
      client.call('app.copyText', { text }).then(
        () => setCopied(true),
        (thrown: unknown) => toasts.show({ text: errorText(errorOf(thrown)).cause, action: null }),
      )
    },
  }
}
