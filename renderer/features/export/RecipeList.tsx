import { RadioGroup } from 'radix-ui'
import { useAct } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import { recipeName, recipeWords } from '../../text/recipeName'
import { Button } from '../../ui/Button'
import { RadioChoices } from '../../ui/RadioChoices'
import { useForm, useFormState, useShownRecipe } from './useExportForm'

/** "New recipe", "New recipe 2" and so on: the first that no recipe has. */
function freeName(name: string, taken: readonly string[]): string {
  const numbered = (number: number) => (number === 1 ? name : `${name} ${number}`)
  let number = 1
  while (taken.includes(numbered(number))) number++
  return numbered(number)
}

/** All recipes, the one that is shown selected, and those that are exported by ticked. */
export function RecipeList() {
  const { t } = useTranslation()
  const form = useForm()
  const act = useAct()
  const shown = useShownRecipe()
  const recipes = useFormState((state) => state.recipes) ?? []
  const ticked = useFormState((state) => state.ticked)
  if (shown === null) return null
  const add = (): void => {
    const names = recipes.map((recipe) => recipeName(recipe, t))
    void act(() => form.add(freeName(t('exports.newRecipe'), names)))
  }
  return (
    <div className="flex min-h-0 flex-col items-start gap-2 overflow-y-auto p-3">
      <RadioChoices
        aria-label={t('exports.recipes')}
        value={shown.id}
        onValueChange={form.choose}
        className="flex w-full flex-col gap-1 @max-[880px]:flex-row @max-[880px]:flex-wrap"
      >
        {recipes.map((recipe) => (
          <div key={recipe.id} className="flex min-w-0 items-center gap-1">
            <input
              type="checkbox"
              aria-label={t('exports.exportBy', { name: recipeName(recipe, t) })}
              checked={ticked.includes(recipe.id)}
              onChange={(event) => form.tick(recipe.id, event.currentTarget.checked)}
              className="m-1 size-4 shrink-0 accent-accent"
            />
            <RadioGroup.Item
              value={recipe.id}
              aria-label={recipeName(recipe, t)}
              className="min-w-0 flex-1 rounded-large px-2 py-1.5 text-start hover:bg-raise data-[state=checked]:bg-raise forced-colors:data-[state=checked]:outline"
            >
              <span dir="auto" className="block truncate">
                {recipeName(recipe, t)}
              </span>
              <span className="block truncate text-small text-faint">{recipeWords(recipe.settings, t)}</span>
            </RadioGroup.Item>
          </div>
        ))}
      </RadioChoices>
      <Button look="link" className="mx-2 text-small" onClick={add}>
        {t('exports.newRecipe')}
      </Button>
    </div>
  )
}
