import type { MovePlan } from '@shared/model/libraryMove'
import { useState } from 'react'
import { useActHere } from '../../parts/useAct'
import { useBringIn } from '../../parts/useBringIn'
import { useTranslation } from '../../parts/useTranslation'
import { useApp, useStores } from '../../stores/storesContext'
import { fileSize } from '../../text/fileSize'
import { localeOf } from '../../text/locale'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { LibraryMoveStatus } from './LibraryMoveStatus'

/** Where new images go, and the ways to change or see it. */
export function LibraryFolder() {
  const { t } = useTranslation()
  const { app, client } = useStores()
  const path = useApp((state) => state.libraryPath)
  const move = useApp((state) => state.move)
  const [plan, setPlan] = useState<MovePlan | null>(null)
  const [isPlanning, setPlanning] = useState(false)
  const { failure, act } = useActHere()
  const { choose } = useBringIn()
  const [hasExports, setHasExports] = useState(false)

  async function chooseLibrary(): Promise<void> {
    const chosen = await app.chooseLibrary()
    if (chosen !== null) setHasExports(chosen.hasExports)
  }

  async function planMove(): Promise<void> {
    setPlanning(true)
    try {
      setPlan(await client.call('library.planMove', null))
    } finally {
      setPlanning(false)
    }
  }

  return (
    <>
      <p className="selectable pt-1.5 break-words">{path}</p>
      <p className="text-small text-faint">{t('settings.libraryHint')}</p>
      <Alert text={failure} />
      <p role="status" className="pt-1 empty:hidden">
        {hasExports && t('settings.libraryHasExports')}
      </p>
      <div className="flex flex-wrap gap-2 pt-1">
        <Button onClick={() => void act(chooseLibrary)}>{t('settings.chooseLibrary')}</Button>
        <Button onClick={() => void act(() => client.call('library.reveal', null))}>
          {t('settings.revealLibrary')}
        </Button>
        <Button onClick={() => void act(planMove)}>{t('libraryMove.choose')}</Button>
      </div>
      <p role="status" className="text-small text-faint empty:hidden">
        {isPlanning && t('libraryMove.planning')}
      </p>
      <p className="pt-2 text-small text-faint">{t('bringing.settingsHint')}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => choose('files')}>{t('bringing.images')}</Button>
        <Button onClick={() => choose('folder')}>{t('bringing.folder')}</Button>
      </div>
      {move !== null && <LibraryMoveStatus move={move} />}
      {plan !== null && <PlanDialog plan={plan} onClose={() => setPlan(null)} />}
    </>
  )
}

interface PlanDialogProps {
  readonly plan: MovePlan
  readonly onClose: () => void
}

/** Says what a move will do, and asks. */
function PlanDialog({ plan: { plan, source, target, images, bytes, isShared }, onClose }: PlanDialogProps) {
  const { t, i18n } = useTranslation()
  const { client } = useStores()
  const { failure, act } = useActHere()
  const size = fileSize(bytes, localeOf(i18n.language))

  const move = () =>
    void act(async () => {
      await client.call('library.move', { plan })
      onClose()
    })

  return (
    <Dialog
      title={t('libraryMove.title', { count: images })}
      closeLabel={t('frame.close')}
      onClose={onClose}
      footer={
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('libraryMove.leave')}</Button>
          <Button look="primary" onClick={move}>
            {t('libraryMove.confirm')}
          </Button>
        </div>
      }
    >
      <p className="wrap-anywhere">{t('libraryMove.body', { size, source, target })}</p>
      <p className="pt-2">{t('libraryMove.meanwhile')}</p>
      {isShared && <p className="pt-2">{t('libraryMove.sharedMeans')}</p>}
      <Alert text={failure} />
    </Dialog>
  )
}
