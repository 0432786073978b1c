import { carriesOptions, countMaximum } from '@shared/model/draft'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { NumberField } from '../../ui/NumberField'
import { SegmentedRadio } from '../../ui/SegmentedRadio'
import { ConnectionField } from './ConnectionField'
import { ModelField } from './ModelField'
import { ReferencesField } from './ReferencesField'
import { SizeField } from './SizeField'
import type { Compose } from './useCompose'

/** Everything but the prompt. */
export function ComposeFields({ compose }: { readonly compose: Compose }) {
  const { t } = useTranslation()
  const { check, connection, draft } = compose
  const carried = carriesOptions(draft.mode, connection)
  const manyRequests = !carried && draft.n !== null && draft.n > 1
  const switchToDirect = (
    <Button look="link" onClick={() => compose.edit({ mode: 'direct' })}>
      {t('compose.switchToDirect')}
    </Button>
  )

  return (
    <>
      <div className="grid grid-cols-[1fr_minmax(112px,0.6fr)] items-start gap-3">
        <ModelField compose={compose} />
        <div data-field="n" className="min-w-0">
          <Field
            label={t('compose.images')}
            error={compose.problem('n')}
            hint={
              manyRequests
                ? t('compose.requests', { count: check.ok ? check.requests : (draft.n ?? 0) })
                : undefined
            }
          >
            {(wiring) => (
              <NumberField
                {...wiring}
                value={draft.n}
                min={1}
                max={countMaximum}
                moreLabel={t('compose.moreImages')}
                fewerLabel={t('compose.fewerImages')}
                onChange={(n) => compose.edit({ n })}
                onBlur={() => compose.touch('n')}
              />
            )}
          </Field>
        </div>
      </div>
      <Field
        label={t('compose.mode')}
        hint={t(draft.mode === 'background' ? 'compose.backgroundHint' : 'compose.directHint')}
      >
        {(wiring) => (
          <SegmentedRadio
            {...wiring}
            label={t('compose.mode')}
            value={draft.mode}
            options={[
              { value: 'background', label: t('compose.background') },
              { value: 'direct', label: t('compose.direct') },
            ]}
            onChange={(mode) => compose.edit({ mode })}
          />
        )}
      </Field>
      <SizeField
        compose={compose}
        off={carried ? null : <OffHint reason={t('compose.sizeOff')}>{switchToDirect}</OffHint>}
      />
      <ReferencesField
        compose={compose}
        off={carried ? null : <OffHint reason={t('references.off')}>{switchToDirect}</OffHint>}
      />
      <ConnectionField connection={connection} />
    </>
  )
}

interface OffHintProps {
  readonly reason: string
  readonly children: ReactNode
}

function OffHint({ reason, children }: OffHintProps) {
  return (
    <span className="flex flex-wrap gap-x-1">
      {reason}
      {children}
    </span>
  )
}
