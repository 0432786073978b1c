import type { Priority } from '@shared/model/queue'
import { useDid } from '../../parts/useDid'
import { usePressStep } from '../../parts/usePressStep'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'

/** Changes the priority of a batch, which can be undone. */
export function usePrioritize(): (batchId: string, priority: Priority) => void {
  const { t } = useTranslation()
  const { client } = useStores()
  const did = useDid()
  const pressStep = usePressStep()
  return (id, priority) =>
    did(async () => {
      const { press } = await client.call('batches.prioritize', { id, priority })
      if (press === null) return null
      return pressStep(press, {
        text: t('undo.priority.redone'),
        undone: () => t('undo.priority.undone'),
        redone: () => t('undo.priority.redone'),
        traits: () => ({ quiet: true }),
      })
    })
}
