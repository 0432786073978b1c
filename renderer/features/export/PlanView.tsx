import type { ExportPlan } from '@shared/model/exportRun'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../parts/useErrorText'
import { oneLine } from '../../text/errorText'
import { fileSize } from '../../text/fileSize'
import { localeOf } from '../../text/locale'
import { Alert } from '../../ui/Alert'
import { classNames } from '../../ui/classNames'
import { useFormState } from './useExportForm'

/** What would happen, before the first byte is written. */
export function PlanView() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const plan = useFormState((state) => state.plan)
  const isPlanning = useFormState((state) => state.isPlanning)
  const refusal = useFormState((state) => state.refusal)
  return (
    <section
      aria-label={t('exports.plan')}
      aria-busy={isPlanning}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4"
    >
      <h3 className="font-semibold">{t('exports.plan')}</h3>
      <div role="status" className={classNames('flex flex-col gap-3', isPlanning && 'text-faint')}>
        {plan === null ? isPlanning && <p>{t('exports.planning')}</p> : <Plan plan={plan} />}
      </div>
      <Alert text={refusal === null ? null : oneLine(errorText(refusal))} />
    </section>
  )
}

function Plan({ plan }: { readonly plan: ExportPlan }) {
  const { t, i18n } = useTranslation()
  const errorText = useErrorText()
  const { files, taken, repeated, bytes, unwritable, names, folderProblem } = plan
  const locale = localeOf(i18n.language)
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const facts = [
    { name: t('exports.newFiles'), value: number(files), isShown: true },
    { name: t('exports.taken'), value: number(taken), isShown: true },
    { name: t('exports.repeated'), value: number(repeated), isShown: repeated > 0 },
    { name: t('exports.size'), value: fileSize(bytes, locale), isShown: files > 0 },
  ].filter(({ isShown }) => isShown)
  return (
    <>
      <dl className="flex flex-col gap-1 text-small">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-dim">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Alert text={folderProblem === null ? null : oneLine(errorText(folderProblem))} />
      {unwritable.length > 0 && (
        <ul aria-label={t('exports.unwritable')} className="text-small text-bad">
          {unwritable.map(({ error, count }) => (
            <li key={error.code}>{t('exports.failedAlike', { count, ...errorText(error) })}</li>
          ))}
        </ul>
      )}
      {names.length > 0 && (
        <div className="border-t border-line pt-3 text-small">
          <ul aria-label={t('exports.fileNames')} className="selectable flex flex-col gap-0.5">
            {names.map((name) => (
              <li key={name} dir="auto" className="break-words">
                {name}
              </li>
            ))}
          </ul>
          {files > names.length && (
            <p className="pt-0.5 text-faint">{t('exports.andMore', { count: files - names.length })}</p>
          )}
        </div>
      )}
    </>
  )
}
