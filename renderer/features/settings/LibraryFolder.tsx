import { useTranslation } from 'react-i18next'
import { useActHere } from '../../parts/useAct'
import { useApp, useStores } from '../../stores/storesContext'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'

/** Where new images go, and the ways to change or see it. */
export function LibraryFolder() {
  const { t } = useTranslation()
  const { app, client } = useStores()
  const path = useApp((state) => state.libraryPath)
  const { failure, act } = useActHere()

  return (
    <>
      <p className="selectable pt-1.5 break-words">{path}</p>
      <p className="text-small text-faint">{t('settings.libraryHint')}</p>
      <Alert text={failure} />
      <div className="flex flex-wrap gap-2 pt-1">
        <Button onClick={() => void act(app.chooseLibrary)}>{t('settings.chooseLibrary')}</Button>
        <Button onClick={() => void act(() => client.call('library.reveal', null))}>
          {t('settings.revealLibrary')}
        </Button>
      </div>
    </>
  )
}
