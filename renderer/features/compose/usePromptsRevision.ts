import { useEffect, useState } from 'react'
import { useStores } from '../../stores/storesContext'

/** Another number whenever what is remembered of prompts, models and sizes has changed. */
export function usePromptsRevision(): number {
  const { client } = useStores()
  const [revision, setRevision] = useState(0)
  useEffect(() => client.on('prompts.changed', (changed) => setRevision(changed.revision)), [client])
  return revision
}
