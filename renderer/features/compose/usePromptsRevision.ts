import { useEffect, useState } from 'react'
import { useStores } from '../../stores/storesContext'

/** Changes whenever the remembered prompts, models or sizes have changed. */
export function usePromptsRevision(): number {
  const { client } = useStores()
  const [revision, setRevision] = useState(0)
  useEffect(() => client.on('prompts.changed', (changed) => setRevision(changed.revision)), [client])
  return revision
}
