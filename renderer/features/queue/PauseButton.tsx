import { useAct } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import { useQueue, useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'

/** Pauses or resumes the whole queue. */
export function PauseButton() {
  const { t } = useTranslation()
  const { queue } = useStores()
  const act = useAct()
  const paused = useQueue(({ overview }) => overview?.paused ?? false)
  return (
    <Button
      look={paused ? 'outline' : 'ghost'}
      className={paused ? 'mr-2 min-h-7!' : undefined}
      aria-label={t(paused ? 'queue.resumeQueue' : 'queue.pauseQueue')}
      onClick={() => void act(queue.togglePause)}
    >
      {t(paused ? 'queue.resume' : 'queue.pause')}
    </Button>
  )
}
