import { useDid } from '../../parts/useDid'
import { usePressStep } from '../../parts/usePressStep'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'

/** Stops listing the finished requests, `count` of them, which can be undone. */
export function useClearFinished(): (count: number) => void {
  const { t } = useTranslation()
  const { client } = useStores()
  const did = useDid()
  const pressStep = usePressStep()
  return (count) =>
    did(async () => {
      const { press } = await client.call('queue.clearFinished', null)
      if (press === null) return null
      const text = t('queue.cleared', { count })
      return pressStep(press, {
        text,
        undone: () => t('undo.clear.undone', { count }),
        redone: () => text,
      })
    })
}
