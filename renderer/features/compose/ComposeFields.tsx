import { carriesOptions, countMaximum } from '@shared/model/draft'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/Field'
import { NumberField } from '../../ui/NumberField'
import { SegmentedRadio } from '../../ui/SegmentedRadio'
import { ConnectionField } from './ConnectionField'
import { ModelField } from './ModelField'
import { NotCarried } from './NotCarried'
import { ReferencesField } from './ReferencesField'
import { SizeField } from './SizeField'
import type { Compose } from './useCompose'

/** Everything but the prompt. */
export function ComposeFields({ compose }: { readonly compose: Compose }) {
  const { t } = useTranslation()
  const { check, connection, draft } = compose
  const carried = carriesOptions(draft.mode, connection)
  const manyRequests = !carried && draft.n !== null && draft.n > 1

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
      <div className="flex min-w-0 flex-col gap-1">
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
        {!carried && <NotCarried compose={compose} />}
      </div>
      {carried && <SizeField compose={compose} />}
      {carried && <ReferencesField compose={compose} />}
      <ConnectionField connection={connection} />
    </>
  )
}
