import { useTranslation } from '../../parts/useTranslation'
import { filesTogether, isHeldUp, tickedRecipes } from '../../stores/exportForm'
import { fileSize } from '../../text/fileSize'
import { localeOf } from '../../text/locale'
import { recipeName } from '../../text/recipeName'
import { metadataWarnings } from './metadataWarnings'
import { useFormState, useShownRecipe } from './useExportForm'

/** What several recipes would do, each and together. */
export function TogetherView() {
  const { t, i18n } = useTranslation()
  const state = useFormState((whole) => whole)
  const shown = useShownRecipe()
  const recipes = tickedRecipes(state)
  if (recipes.length < 2) return null
  const locale = localeOf(i18n.language)
  const words = (count: number, bytes: number) =>
    count === 0 ? t('exports.nothingNew') : t('exports.filesOf', { count, size: fileSize(bytes, locale) })
  const plans = recipes.map(({ id }) => state.plans.get(id))
  const bytes = plans.reduce((sum, plan) => sum + (plan?.bytes ?? 0), 0)
  const files = filesTogether(state)
  return (
    <dl
      aria-label={t('exports.together')}
      className="flex flex-col gap-1 border-b border-line pb-3 text-small"
    >
      {recipes.map((recipe, at) => {
        const plan = plans[at]
        const isHeld = !state.isPlanning && isHeldUp(plan)
        const isElsewhere = recipe.id === shown?.id || plan === undefined
        const warnings = isElsewhere ? [] : metadataWarnings(recipe.settings, plan, t)
        return (
          <div key={recipe.id} className="flex flex-wrap justify-between gap-x-4">
            <dt dir="auto" className="min-w-0 flex-1 truncate text-dim">
              {recipeName(recipe, t)}
            </dt>
            <dd className={isHeld ? 'shrink-0 text-bad' : 'shrink-0 tabular-nums'}>
              {isHeld
                ? t(recipe.folder === null ? 'exports.noDestination' : 'exports.heldUp')
                : plan !== undefined && words(plan.files, plan.bytes)}
            </dd>
            {warnings.map((words) => (
              <dd key={words} className="basis-full text-warn">
                {words}
              </dd>
            ))}
          </div>
        )
      })}
      {files !== null && (
        <div className="flex justify-between gap-4 font-medium">
          <dt>{t('exports.together')}</dt>
          <dd className="tabular-nums">{words(files, bytes)}</dd>
        </div>
      )}
    </dl>
  )
}
