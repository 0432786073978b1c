import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useActHere } from '../../parts/useAct'
import { useBringIn } from '../../parts/useBringIn'
import { useChangePreferences } from '../../parts/useChangePreferences'
import { useApp, useStores } from '../../stores/storesContext'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { SegmentedRadio } from '../../ui/SegmentedRadio'
import { Switch } from '../../ui/Switch'
import { ConnectionList } from './ConnectionList'
import { SendingQuestions } from './SendingQuestions'

const themes = ['system', 'dark', 'light'] as const

export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const changePreferences = useChangePreferences()
  const { t } = useTranslation()
  const { theme, notifications, advanceAfterMark } = useApp((state) => state.preferences)
  const version = useApp((state) => state.version)
  const runtime = useApp((state) => state.runtime)

  return (
    <Dialog title={t('settings.title')} closeLabel={t('frame.close')} onClose={onClose} size="large">
      <div className="flex flex-col divide-y divide-line *:py-5 *:first:pt-1 *:last:pb-1">
        <Section title={t('settings.connections')}>
          <ConnectionList />
        </Section>
        <Section title={t('settings.appearance')}>
          <SegmentedRadio
            label={t('settings.theme')}
            value={theme}
            options={themes.map((value) => ({ value, label: t(`settings.themes.${value}`) }))}
            onChange={(chosen) => changePreferences({ theme: chosen })}
          />
        </Section>
        <Section title={t('settings.gallery')}>
          <Switch
            label={t('settings.advance')}
            checked={advanceAfterMark}
            onChange={(checked) => changePreferences({ advanceAfterMark: checked })}
          />
        </Section>
        <Section title={t('settings.library')}>
          <LibraryFolder />
        </Section>
        <Section title={t('settings.sending')}>
          <SendingQuestions />
        </Section>
        <Section title={t('settings.notifications')}>
          <Switch
            label={t('settings.notifyBatch')}
            checked={notifications}
            onChange={(checked) => changePreferences({ notifications: checked })}
          />
        </Section>
        <Section title={t('settings.about')}>
          <p className="pt-1.5">{t('settings.version', { version })}</p>
          <p className="selectable text-small text-faint">
            {Object.entries(runtime)
              .map(([name, number]) => `${name} ${number}`)
              .join(' · ')}
          </p>
        </Section>
      </div>
    </Dialog>
  )
}

interface SectionProps {
  readonly title: string
  readonly children: ReactNode
}

function Section({ title, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-x-6 gap-y-2 narrow:grid-cols-[136px_1fr]">
      <h3 id={id} className="leading-8 text-dim">
        {title}
      </h3>
      <div className="flex min-w-0 flex-col justify-center gap-2">{children}</div>
    </section>
  )
}

/** Where new images go, and the ways to change or see it. */
function LibraryFolder() {
  const { t } = useTranslation()
  const { app, client } = useStores()
  const path = useApp((state) => state.libraryPath)
  const { failure, act } = useActHere()
  const { choose } = useBringIn()

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
      <p className="pt-2 text-small text-faint">{t('bringing.settingsHint')}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => choose('files')}>{t('bringing.images')}</Button>
        <Button onClick={() => choose('folder')}>{t('bringing.folder')}</Button>
      </div>
    </>
  )
}
