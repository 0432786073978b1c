import { type TakenChoice, takenChoices } from '@shared/model/exportRecipe'
import type { ExportPlan } from '@shared/model/exportRun'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { shownPlan } from '../../stores/exportForm'
import { oneLine } from '../../text/errorText'
import { fileSize } from '../../text/fileSize'
import { localeOf } from '../../text/locale'
import { Alert } from '../../ui/Alert'
import { classNames } from '../../ui/classNames'
import { SegmentedRadio } from '../../ui/SegmentedRadio'
import { MetadataNotes } from './MetadataNotes'
import { TogetherView } from './TogetherView'
import { useForm, useFormState, useShownRecipe } from './useExportForm'

/** What would happen, before the first byte is written. */
export function PlanView() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const recipe = useShownRecipe()
  const plan = useFormState(shownPlan)
  const isTicked = useFormState(({ ticked }) => ticked.includes(recipe?.id ?? ''))
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
        <TogetherView />
        {isTicked ? (
          plan === null ? (
            isPlanning && <p>{t('exports.planning')}</p>
          ) : (
            <Plan plan={plan} />
          )
        ) : (
          <p className="text-dim">{t('exports.notTicked')}</p>
        )}
      </div>
      <Alert text={refusal === null ? null : oneLine(errorText(refusal))} />
    </section>
  )
}

/** Asks what becomes of names that are taken, if the recipe wants that. */
function TakenQuestion({ plan: { taken, skipped, replaced, asks, zip } }: { readonly plan: ExportPlan }) {
  const { t } = useTranslation()
  const form = useForm()
  const recipe = useShownRecipe()
  const answer = useFormState(({ answers }) => answers.get(recipe?.id ?? '') ?? null)
  if (recipe?.settings.existing !== 'ask' || (!asks && answer === null)) return null
  const label = t('exports.asks', { count: zip === null ? taken + skipped + replaced : 1 })
  return (
    <div className="flex flex-col gap-1">
      <p className="text-small">{label}</p>
      <SegmentedRadio<TakenChoice | ''>
        label={label}
        value={answer ?? ''}
        options={takenChoices.map((value) => ({ value, label: t(`exports.existingChoices.${value}`) }))}
        onChange={(value) => value !== '' && form.answer(value)}
      />
    </div>
  )
}

function Plan({ plan }: { readonly plan: ExportPlan }) {
  const { t, i18n } = useTranslation()
  const errorText = useErrorText()
  const { files, unchanged, skipped, replaced, taken, repeated, bytes, unwritable, names } = plan
  const { manifest, folderProblem, free, zip, rejected, smaller } = plan
  const side = useShownRecipe()?.settings.longestSide ?? null
  const locale = localeOf(i18n.language)
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const facts = [
    { name: t('exports.zipName'), value: zip?.path ?? '', isShown: zip !== null },
    { name: t('exports.newFiles'), value: number(files - replaced), isShown: zip === null },
    {
      name: t('exports.filesInside'),
      value: number(zip?.fate === 'there' ? unchanged : files),
      isShown: zip !== null && zip.fate !== 'skipped',
    },
    { name: t('exports.replaced'), value: number(replaced), isShown: replaced > 0 },
    { name: t('exports.unchanged'), value: number(unchanged), isShown: zip === null && unchanged > 0 },
    { name: t('exports.skipped'), value: number(skipped), isShown: zip === null && skipped > 0 },
    { name: t('exports.taken'), value: number(taken), isShown: zip === null },
    { name: t('exports.repeated'), value: number(repeated), isShown: repeated > 0 },
    { name: t('exports.manifest'), value: manifest ?? '', isShown: manifest !== null },
    { name: t('exports.size'), value: fileSize(bytes, locale), isShown: files > 0 },
  ].filter(({ isShown }) => isShown)
  return (
    <>
      <dl className="flex flex-col gap-1 text-small">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="shrink-0 text-dim">{name}</dt>
            <dd dir="auto" className="min-w-0 break-words text-end tabular-nums">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {zip !== null && zip.fate !== 'new' && <p>{t(`exports.zipFates.${zip.fate}`)}</p>}
      {zip === null && files === 0 && unchanged > 0 && <p>{t('exports.allThere')}</p>}
      {rejected > 0 && <p className="text-small text-warn">{t('exports.rejected', { count: rejected })}</p>}
      {smaller > 0 && side !== null && (
        <p className="text-small text-warn">
          {smaller === files
            ? t('exports.allSmaller', { side })
            : t('exports.smaller', { count: smaller, side })}
        </p>
      )}
      <TakenQuestion plan={plan} />
      <MetadataNotes plan={plan} />
      {free !== null && free < bytes && (
        <p className="text-small text-warn">{t('exports.littleRoom', { free: fileSize(free, locale) })}</p>
      )}
      {zip !== null && zip.maximum !== null && zip.maximum < bytes && (
        <p className="text-small text-warn">
          {t('exports.zipMaximum', { maximum: fileSize(zip.maximum, locale) })}
        </p>
      )}
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
