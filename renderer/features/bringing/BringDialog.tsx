import { type Bringing, bringingMaximum } from '@shared/model/bringing'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useActHere } from '../../parts/useAct'
import { useBringIn } from '../../parts/useBringIn'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import { fileSize } from '../../text/fileSize'
import { localeOf } from '../../text/locale'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import { ProgressLine } from '../../ui/ProgressLine'
import { SegmentedRadio } from '../../ui/SegmentedRadio'
import { UnbroughtFiles } from './UnbroughtFiles'

/** Shows what would be brought in, and asks whether it is copied, before anything happens. Closing it brings in nothing. */
export function BringDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { bringing, client, dialogs } = useStores()
  const state = useStore(bringing, ({ current }) => current)
  const { cancel } = useBringIn()
  const { failure, act } = useActHere()
  const [leaves, setLeaves] = useState(false)
  const start = useRef<HTMLButtonElement>(null)
  const found = state?.stage === 'looked' ? state : null

  const stop = useRef<HTMLButtonElement>(null)
  const isFound = found !== null
  const focus = (): void => (start.current ?? stop.current)?.focus()

  // What there is to press has come.
  useEffect(() => {
    if (isFound) start.current?.focus()
  }, [isFound])

  const close = (): void => {
    onClose()
    cancel()
  }
  const begin = (): void =>
    void act(async () => {
      await client.call('bringing.start', { leaves })
      dialogs.leave('bringIn')
    })

  return (
    <Dialog
      title={t('bringing.title')}
      lead={t('bringing.lead')}
      closeLabel={t('frame.close')}
      onClose={close}
      onOpened={focus}
      footer={
        <div className="flex justify-end gap-2">
          <Button ref={stop} onClick={close}>
            {t('bringing.cancel')}
          </Button>
          {found !== null && found.images > 0 && (
            <Button ref={start} look="primary" className="min-h-8" onClick={begin}>
              {t('bringing.start', { count: found.images })}
            </Button>
          )}
        </div>
      }
    >
      <Alert text={failure} />
      <div role="status" className="flex flex-col gap-2">
        {found === null ? <Looking state={state} /> : <Found found={found} />}
      </div>
      {found !== null && found.images > 0 && <HowField leaves={leaves} onChange={setLeaves} />}
    </Dialog>
  )
}

function Looking({ state }: { readonly state: Bringing | null }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('bringing.looking', { count: state?.stage === 'looking' ? state.files : 0 })}</p>
      <ProgressLine value={null} label={t('bringing.progress')} />
    </>
  )
}

interface HowFieldProps {
  readonly leaves: boolean
  readonly onChange: (leaves: boolean) => void
}

/** Whether the library gets copies, or the files stay where they are. */
function HowField({ leaves, onChange }: HowFieldProps) {
  const { t } = useTranslation()
  const value = leaves ? 'leave' : 'copy'
  return (
    <Field label={t('bringing.how')} hint={t(`bringing.${value}Hint`)} className="mt-4">
      {(wiring) => (
        <SegmentedRadio
          {...wiring}
          label={t('bringing.how')}
          value={value}
          options={(['copy', 'leave'] as const).map((how) => ({ value: how, label: t(`bringing.${how}`) }))}
          onChange={(how) => onChange(how === 'leave')}
        />
      )}
    </Field>
  )
}

function Found({ found }: { readonly found: Extract<Bringing, { readonly stage: 'looked' }> }) {
  const { t, i18n } = useTranslation()
  const { images, bytes, prompts, known, unread, isCut } = found
  const size = fileSize(bytes, localeOf(i18n.language))
  return (
    <>
      <p className="font-medium">
        {images === 0 ? t('bringing.nothing') : t('bringing.found', { count: images, size })}
      </p>
      <ul className="flex flex-col gap-1 text-dim">
        {images > 0 && (
          <li>{prompts === 0 ? t('bringing.noPrompts') : t('bringing.prompts', { count: prompts })}</li>
        )}
        {known > 0 && <li>{t('bringing.known', { count: known })}</li>}
        {isCut && <li>{t('bringing.cut', { count: bringingMaximum })}</li>}
        {unread.count > 0 && <li>{t('bringing.unread', { count: unread.count })}</li>}
      </ul>
      <UnbroughtFiles files={unread} />
    </>
  )
}
