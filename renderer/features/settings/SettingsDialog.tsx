import { type ReactNode, useId } from 'react'
import { useChangePreferences } from '../../parts/useChangePreferences'
import { useTranslation } from '../../parts/useTranslation'
import { useApp } from '../../stores/storesContext'
import { Dialog } from '../../ui/Dialog'
import { SegmentedRadio } from '../../ui/SegmentedRadio'
import { Switch } from '../../ui/Switch'
import { ConnectionList } from './ConnectionList'
import { LibraryFolder } from './LibraryFolder'
import { LibraryUpkeep } from './LibraryUpkeep'
import { SendingQuestions } from './SendingQuestions'
import { TrashExpiry } from './TrashExpiry'

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
          <LibraryUpkeep onLeave={onClose} />
        </Section>
        <Section title={t('settings.trash')}>
          <TrashExpiry />
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
